//! The page's program within the page: what a server answers elsewhere, a browser answers by
//! itself. `site/build` makes a site of it.

#[cfg(target_feature = "atomics")]
mod threads;

use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Answers what is sent to a path of the page: `begin` hears the status and the content type, then
/// `take` each piece of the answer. It returns when all has been said. A fault of the program ends
/// the worker in which it runs, and so does a wish to stop.
#[wasm_bindgen]
pub fn answer(path: &str, sent: Vec<u8>, begin: &Function, take: &Function) {
    // What the script does with a piece is its own affair.
    let begin =
        |status: u16, kind: &str| drop(begin.call2(&JsValue::NULL, &status.into(), &kind.into()));
    let take = |piece: String| drop(take.call1(&JsValue::NULL, &piece.into()));
    falsecard::web::page::answer(path, sent, &begin, &take);
}
