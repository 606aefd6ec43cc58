//! A law of all programs: what an option needs is asked for.

/// What clap says is missing when a verb is given these words; `None` if it takes them.
fn missing(verb: &clap::Command, words: &[String]) -> Option<Vec<String>> {
    let words = std::iter::once(verb.get_name().to_owned()).chain(words.iter().cloned());
    let error = verb.clone().try_get_matches_from(words).err()?;
    match error.get(clap::error::ContextKind::InvalidArg) {
        Some(clap::error::ContextValue::Strings(missing)) => Some(missing.clone()),
        _ => Some(Vec::new()),
    }
}

/// An option as it may be typed, with a value that it takes.
fn typed(verb: &clap::Command, option: &clap::Arg) -> Option<Vec<String>> {
    let name = format!("--{}", option.get_long()?);
    if !option.get_action().takes_values() {
        return Some(vec![name]);
    }
    let is_taken = |words: &Vec<String>| {
        let words = std::iter::once(verb.get_name()).chain(words.iter().map(String::as_str));
        let error = verb.clone().try_get_matches_from(words).err();
        error.is_none_or(|it| it.kind() == clap::error::ErrorKind::MissingRequiredArgument)
    };
    let named = option.get_possible_values();
    let named = named.iter().map(|value| value.get_name().to_owned());
    let values = "3|S|50%|1/2|fused|1S|CK|NS|1s|both|W: hcp 10-12|imps|uniform|NS=natural|127.0.0.1|1|pbn|A,B|mind-worlds=1|13-13";
    let n = option.get_num_args().map_or(1, |range| range.min_values());
    let mut each = named
        .chain(values.split('|').map(str::to_owned))
        .map(|value| std::iter::once(name.clone()).chain(vec![value; n]).collect::<Vec<_>>());
    each.find(is_taken)
}

/// An option that needs another is refused without it, whatever else is asked for. Clap lets it
/// pass beside whatever rules the other out, unless that rules out both. Returns how many need
/// another.
pub(super) fn are_asked_for(mut command: clap::Command) -> usize {
    let (mut wanting, mut unasked, mut unknown) = (0, Vec::new(), Vec::new());
    command.build();
    for verb in command.get_subcommands().filter(|verb| !verb.has_subcommands()) {
        // What learn is to do is always asked for; what its options need beside that is seen where
        // it is not.
        let mut free = verb.clone();
        if verb.get_groups().any(|group| group.get_id() == "what") {
            free = free.mut_group("what", |group| group.required(false));
        }
        let each = verb.get_arguments().filter(|it| it.get_long().is_some() && !it.is_hide_set());
        let (typed, untyped): (Vec<_>, Vec<_>) =
            each.map(|it| (it, typed(&free, it))).partition(|(_, words)| words.is_some());
        unknown.extend(untyped.iter().map(|(option, _)| option.to_string()));
        let options: Vec<_> =
            typed.into_iter().filter_map(|(it, words)| Some((it, words?))).collect();
        // A file is given, and of what every command of the verb needs nothing is learned.
        let always = missing(&free, &[]).unwrap_or_default();
        for (option, words) in &options {
            let mut needs = missing(&free, words).unwrap_or_default();
            needs.retain(|it| it.contains("--") && !always.contains(it));
            wanting += usize::from(!needs.is_empty());
            let is_given = |need: &String, by: &clap::Arg| {
                let name = format!("--{}", by.get_long().expect("options have long names"));
                need.split([' ', '|', '<', '>', '[', '=']).any(|word| word == name)
            };
            for (other, more) in &options {
                let is_enough = needs.iter().all(|need| is_given(need, other));
                if is_enough || other.get_id() == option.get_id() {
                    continue;
                }
                let file = ["--".to_owned(), "file.pbn".to_owned()];
                for file in [&file[..], &[]] {
                    let both = [more, words, file].concat();
                    if missing(verb, &both).is_none() {
                        unasked.push(format!("{} {}", verb.get_name(), both.join(" ")));
                    }
                }
            }
        }
    }
    assert_eq!(unasked, [""; 0]);
    assert_eq!(unknown, [""; 0], "options of which no value is known here");
    wanting
}
