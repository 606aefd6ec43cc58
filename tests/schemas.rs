#[test]
fn x() {
    println!("{}", serde_json::to_string_pretty(&falsecard::cli::schemas::printed()).unwrap());
    println!("{}", serde_json::to_string_pretty(&falsecard::cli::schemas::served()).unwrap());
}
