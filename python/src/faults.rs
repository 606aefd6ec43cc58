//! What went wrong, as Python's exceptions: the sentences are the library's.

use falsecard::belief::NoBelief;
use falsecard::notation::Fault;
use falsecard::search::NoDecision;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(falsecard, FalsecardError, PyValueError);
create_exception!(falsecard, NotationError, FalsecardError);
create_exception!(falsecard, NoBeliefError, FalsecardError);

/// Something is wrong with what was given.
pub(crate) fn wrong(why: impl std::fmt::Display) -> PyErr {
    FalsecardError::new_err(why.to_string())
}

/// Something is wrong with a part of what was given.
pub(crate) fn of<E: std::fmt::Display>(what: &str, given: &str) -> impl Fn(E) -> PyErr {
    move |why| wrong(format!("{what} {given:?}: {why}"))
}

/// The fault of a file, with the place and with what would be right.
pub(crate) fn of_file(fault: &Fault) -> PyErr {
    let sentence = match fault.help() {
        Some(help) => format!("{fault}\n{help}"),
        None => fault.to_string(),
    };
    let error = NotationError::new_err(sentence);
    Python::attach(|py| {
        let value = error.value(py);
        let place = [("line", fault.line()), ("column", fault.column())];
        // An exception takes attributes.
        let _ = value.setattr("file", fault.file());
        for (name, number) in place {
            let _ = value.setattr(name, number);
        }
    });
    error
}

/// There is no belief.
pub(crate) fn no_belief(why: NoBelief) -> PyErr {
    NoBeliefError::new_err(why.to_string())
}

/// There is no decision.
pub(crate) fn no_decision(why: NoDecision) -> PyErr {
    match why {
        NoDecision::Belief(why) => no_belief(why),
        why => wrong(why),
    }
}
