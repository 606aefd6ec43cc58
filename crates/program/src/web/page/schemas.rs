//! The schemas of what is asked, of what no command prints, and of faults.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use super::api::{Converted, Question};
use super::desk::FaultObject;

/// The schemas of questions, and of what is answered to them alone.
pub(crate) fn schemas() -> Map<String, Value> {
    let mut asked = SchemaSettings::openapi3().into_generator();
    asked.subschema_for::<Question>();
    let mut told = SchemaSettings::openapi3().for_serialize().into_generator();
    told.subschema_for::<Converted>();
    told.subschema_for::<FaultObject>();
    asked.take_definitions(true).into_iter().chain(told.take_definitions(true)).collect()
}
