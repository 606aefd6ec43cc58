//! The form of scoring that a file names.

use falsecard_bridge::play::Scoring;

/// The words of `[Scoring]` (PBN 2.1, 3.4.12, which leaves the list open), by what is played for.
/// The standard's modifiers of IMPs and of match points stand for them where the basic word is
/// missing; what "Instant", "EMP" and "Bastille" award is none of the three.
const WORDS: [(Scoring, &str); 3] = [
    (
        Scoring::Imps,
        "imp imps ximp ximps crossimp crossimps cavendish butler butler2 experts cross cross1 \
         cross2 mean median imp1948 imp1961 team teams",
    ),
    (
        Scoring::Matchpoints,
        "mp mps matchpoint matchpoints mp1 mp2 oldmp mitchell2 mitchell3 mitchell4 ascherman bam \
         boardamatch pairs",
    ),
    (Scoring::Points, "rubber chicago points totalpoints"),
];

/// The word of the standard for a form of scoring.
pub(super) const fn word(scoring: Scoring) -> &'static str {
    match scoring {
        Scoring::Points => "Rubber",
        Scoring::Imps => "IMP",
        Scoring::Matchpoints => "MatchPoints",
    }
}

/// `IMP`, `MP;MP1`, `Board-A-Match`, …
pub(super) fn of_tag(value: &str) -> Option<Scoring> {
    value.split(';').find_map(|field| {
        let letters = field.chars().filter(char::is_ascii_alphanumeric);
        let word: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
        let names = |(_, names): &&(Scoring, &str)| names.split(' ').any(|name| name == word);
        WORDS.iter().find(names).map(|(scoring, _)| *scoring)
    })
}

/// `title,segment,KIND,…`: IMPs, match points (P) or board-a-match.
pub(super) fn of_vugraph(value: &str) -> Option<Scoring> {
    match value.split(',').nth(2)?.trim() {
        "I" => Some(Scoring::Imps),
        "P" | "B" => Some(Scoring::Matchpoints),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_standard_are_known() {
        let cases = [
            (Some(Scoring::Imps), "IMP|imps|IMP;Cross|Cavendish|Butler-2|IMP_1961|Cross-IMPs"),
            (
                Some(Scoring::Matchpoints),
                "MP|MatchPoints|MP;MP1|OldMP|BAM|Board-A-Match|Mitchell4|unheard of; MP2",
            ),
            (Some(Scoring::Points), "Rubber|Chicago|Total Points"),
            (None, "|?|-|;|Instant|unheard of"),
        ];
        for (scoring, values) in cases {
            for value in values.split('|') {
                assert_eq!(of_tag(value), scoring, "{value}");
            }
        }
    }

    #[test]
    fn a_vugraph_file_says_what_kind_of_match_it_is() {
        let title = |kind: &str| of_vugraph(&format!("Cup,Segment 1,{kind},17,18,Home,0,Away,0"));
        assert_eq!(title("I"), Some(Scoring::Imps));
        assert_eq!(title("P"), Some(Scoring::Matchpoints));
        assert_eq!([title(""), of_vugraph("Cup")], [None, None]);
        assert!(Scoring::ALL.into_iter().all(|scoring| of_tag(word(scoring)) == Some(scoring)));
    }
}
