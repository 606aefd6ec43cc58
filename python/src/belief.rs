//! What a player believes.

use falsecard::belief::{self, Evidence, Reader};
use falsecard::cards::{Seat, Suit};
use falsecard::web::HtmlReport;
use falsecard::web::draw::{self, Inference};
use falsecard::wording;
use falsecard::work::stream;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::double_dummy::owners;
use crate::faults::{no_belief, wrong};
use crate::game::{card, seat};
use crate::search::Rules;
use crate::stop::interruptible;
use crate::view::View;

/// The weight of every layout of the hidden hands.
#[pyclass(frozen, module = "falsecard._falsecard")]
pub(crate) struct Belief {
    counted: belief::Belief,
    evidence: Evidence,
    view: falsecard::play::View,
}

fn suit(name: &str) -> PyResult<Suit> {
    let fault = |_| wrong(format!("{name:?} is no suit: expected S, H, D or C"));
    name.trim().parse::<Suit>().map_err(fault)
}

impl Belief {
    fn hidden(&self, name: &str) -> PyResult<Seat> {
        let seat = seat(name)?;
        if self.counted.seats().contains(&seat) {
            return Ok(seat);
        }
        let hidden: Vec<_> = self.counted.seats().iter().map(|seat| seat.letter()).collect();
        Err(wrong(format!("{name} is not hidden: the hidden hands are {hidden:?}")))
    }
}

/// The key of the streams that draw layouts.
const LAYOUTS: u64 = 31;

#[pymethods]
impl Belief {
    #[new]
    #[pyo3(signature = (view, rules, evidence="all"))]
    fn new(py: Python<'_>, view: &View, rules: &Rules, evidence: &str) -> PyResult<Self> {
        let (view, system) = (&view.0, &rules.file.system);
        let evidence = match evidence {
            "facts" => Evidence::facts(view),
            "auction" => Evidence::of_auction(view, system),
            "no-signals" => Evidence::of(view, system, Reader::IgnoringSignals),
            "all" => Evidence::of(view, system, Reader::AtTheTable),
            other => {
                let known = "expected facts, auction, no-signals or all";
                return Err(wrong(format!("evidence {other:?}: {known}")));
            }
        };
        let counted = interruptible(py, |_| belief::Belief::new(&evidence))?.map_err(no_belief)?;
        Ok(Self { counted, evidence, view: view.clone() })
    }

    #[getter]
    fn seats(&self) -> Vec<char> {
        self.counted.seats().iter().map(|seat| seat.letter()).collect()
    }

    #[getter]
    fn possible(&self, py: Python<'_>) -> PyResult<u64> {
        interruptible(py, |_| belief::Belief::possible(&self.evidence))?.map_err(no_belief)
    }

    #[getter]
    fn fitting(&self, py: Python<'_>) -> PyResult<u64> {
        interruptible(py, |_| belief::Belief::fitting(&self.evidence))?.map_err(no_belief)
    }

    #[getter]
    fn weight(&self) -> f64 {
        self.counted.weight()
    }

    fn owner(&self, name: &str) -> PyResult<Vec<(char, f64)>> {
        let owner = self.counted.owner(card(name)?);
        Ok(Seat::ALL.into_iter().map(|seat| (seat.letter(), owner[seat])).collect())
    }

    fn lengths(&self, seat: &str, of: &str) -> PyResult<Vec<f64>> {
        Ok(self.counted.lengths(self.hidden(seat)?, suit(of)?).to_vec())
    }

    fn points(&self, seat: &str) -> PyResult<Vec<f64>> {
        Ok(self.counted.points(self.hidden(seat)?).to_vec())
    }

    fn holdings(&self, seat: &str, of: &str) -> PyResult<Vec<(String, f64)>> {
        let holdings = self.counted.holdings(self.hidden(seat)?, suit(of)?);
        Ok(holdings.into_iter().map(|(holding, share)| (holding.to_string(), share)).collect())
    }

    /// Layouts in proportion to their weights, 52 bytes each.
    fn sample<'py>(&self, py: Python<'py>, n: usize, seed: u64) -> PyResult<Bound<'py, PyBytes>> {
        let draw = |stop: &std::sync::atomic::AtomicBool| {
            let mut rng = stream(seed, &[LAYOUTS]);
            let goes_on = |_: &usize| !stop.load(std::sync::atomic::Ordering::Relaxed);
            let each = (0..n).take_while(goes_on).zip(self.counted.spread(&mut rng));
            each.map(|(_, layout)| owners(&layout)).collect::<Vec<_>>()
        };
        let layouts = interruptible(py, draw)?;
        Ok(PyBytes::new(py, layouts.as_flattened()))
    }

    /// The honours that are out, highest first in each suit.
    #[getter]
    fn honours(&self) -> Vec<String> {
        crate::game::names(wording::honours(&self.view))
    }

    /// What the player goes by, sentence by sentence.
    #[getter]
    fn said(&self) -> Vec<String> {
        let rules = self.evidence.rules.iter().map(wording::promise);
        let name = falsecard::cards::pbn_name;
        let cards = wording::readings(&self.view, &self.counted, &self.evidence, name);
        rules.chain(cards).collect()
    }

    fn html(&self) -> String {
        let inference = Inference { view: &self.view, belief: &self.counted, before: None };
        let mut report = HtmlReport::default();
        report.put(&draw::inference(&inference));
        report.page("Belief")
    }
}
