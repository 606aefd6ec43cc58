//! falsecard for Python: the native half. What Python users see stands in the package beside it,
//! and is documented there.
//!
//! Whatever takes long gives the interpreter free meanwhile and hears Ctrl-C. Results that are data
//! cross over as JSON, in the words of docs/json.md, so that there is one description of them.

mod belief;
mod bidding;
mod double_dummy;
mod faults;
mod game;
mod jobs;
mod search;
mod stop;
mod suit;
mod view;

use std::ffi::OsString;

use pyo3::prelude::*;

/// The command line: runs the program on these arguments, of which the first is its own name, and
/// returns its exit status.
#[pyfunction]
fn program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| falsecard::cli::main(arguments))
}

/// The native half of the package.
#[pymodule]
fn _falsecard(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("PROGRAM", falsecard::problem::source())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("FalsecardError", module.py().get_type::<faults::FalsecardError>())?;
    module.add("NotationError", module.py().get_type::<faults::NotationError>())?;
    module.add("NoBeliefError", module.py().get_type::<faults::NoBeliefError>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<view::View>()?;
    module.add_class::<search::Rules>()?;
    module.add_class::<belief::Belief>()?;
    module.add_class::<stop::Stop>()?;
    module.add_class::<jobs::Match>()?;
    module.add_function(wrap_pyfunction!(program, module)?)?;
    module.add_function(wrap_pyfunction!(game::read, module)?)?;
    module.add_function(wrap_pyfunction!(game::header, module)?)?;
    module.add_function(wrap_pyfunction!(double_dummy::tables, module)?)?;
    module.add_function(wrap_pyfunction!(double_dummy::cards, module)?)?;
    module.add_function(wrap_pyfunction!(search::choose, module)?)?;
    module.add_function(wrap_pyfunction!(search::explain, module)?)?;
    module.add_function(wrap_pyfunction!(bidding::bid, module)?)?;
    module.add_function(wrap_pyfunction!(suit::suit, module)?)?;
    module.add_function(wrap_pyfunction!(suit::declarers_suit, module)?)?;
    module.add_function(wrap_pyfunction!(jobs::random_boards, module)?)?;
    module.add_function(wrap_pyfunction!(jobs::solve, module)?)?;
    module.add_function(wrap_pyfunction!(jobs::bundled_problems, module)?)?;
    module.add_function(wrap_pyfunction!(jobs::look, module)?)?;
    module.add_function(wrap_pyfunction!(jobs::survey, module)?)?;
    module.add_function(wrap_pyfunction!(jobs::fit, module)?)?;
    Ok(())
}
