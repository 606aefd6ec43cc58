//! The page without a server: the program as WebAssembly, which answers in the browser what a
//! server answers elsewhere. `site/build` makes a site of it.

#[cfg(target_feature = "atomics")]
mod threads;

use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Answers a request to a path of the page. `begin` gets the status and the content type, then
/// `take` each piece of the answer; it returns at the end of the answer. A panic ends the worker in
/// which it runs, and so does a wish to stop.
#[wasm_bindgen]
pub fn answer(path: &str, sent: Vec<u8>, begin: &Function, take: &Function) {
    // What the script does with a piece is its own affair.
    let begin =
        |status: u16, kind: &str| drop(begin.call2(&JsValue::NULL, &status.into(), &kind.into()));
    let take = |piece: String| drop(take.call1(&JsValue::NULL, &piece.into()));
    falsecard::web::page::answer(path, sent, &begin, &take);
}
