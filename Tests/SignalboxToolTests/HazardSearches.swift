/// What is searched for the page of hazards.
enum HazardSearches {
  static let all: [HazardSearch] = [
    HazardSearch("HZ-C1", "no result comes after a cancel", in: "follow@original"),
    HazardSearch("HZ-C2", "one execution runs at a time", in: "follow@original"),
    HazardSearch("HZ-C2", "an execution has one end, of its own", in: "follow@original"),
    HazardSearch("HZ-C3, HZ-C7", "who executes ends", in: "follow@original", "--past-the-screen"),
    HazardSearch("HZ-C4", "only what runs is cancelled", in: "follow@original"),
    HazardSearch("HZ-C5", "a result is an error or a content", in: "follow@original", "--past-the-screen"),
    HazardSearch("HZ-C6", "whoever executes is answered", in: "follow@original"),
    HazardSearch(
      "HZ-C7", "'searching' executes while something is in flight, and only then", in: "command@original", "--services",
      "any", "--no-races"),
    HazardSearch("HZ-C8", "every value of 'searching' reaches the view", in: "command@original", "--no-races"),
    HazardSearch("HZ-D2", "only a complete form is submitted", in: "login@original", "--past-the-screen"),
    HazardSearch("HZ-D3", "one submission pushes one page", in: "login@original"),
    HazardSearch(
      "HZ-D4", "the button is enabled only by six clean characters", in: "login@original", "--observers",
      "reversed", "--no-races", "--values", "name=\"1a!2bc\""),
    HazardSearch(
      "HZ-E1", "a tick makes no totals", in: "home@original", "--services", "any", "--no-races", "--past-the-screen"),
    HazardSearch("HZ-E2", "no more than one timer runs", in: "home@original", "--past-the-screen"),
    HazardSearch("HZ-E3", "no timer runs when the page was left", in: "login-app@original"),
    HazardSearch("HZ-E5", "a reload blanks no total", in: "home@original", "--past-the-screen", "--no-races"),
    HazardSearch("HZ-F1", "a submission has exactly one outcome", in: "user@original"),
    HazardSearch(
      "HZ-F3", "who subscribes late hears the last outcome", in: "user@original", "--past-the-screen", "--no-races"),
    HazardSearch("HZ-F4", "an edit reaches the present user", in: "user@original", "--past-the-screen", "--no-races"),
    HazardSearch("HZ-F5", "one submission pushes one page", in: "user@original"),
    HazardSearch("HZ-F5", "a purchase has exactly one outcome", in: "purchase@original"),
    HazardSearch("HZ-F5", "a purchase pushes one page", in: "purchase@original"),
    HazardSearch("HZ-F6", "only a valid form is submitted", in: "user@original", "--past-the-screen", "--no-races"),
    HazardSearch("HZ-G1", "an avatar is shown for a valid phone only", in: "phone@blocks"),
    HazardSearch("HZ-G2", "one avatar is loaded for each phone", in: "phone@blocks"),
    HazardSearch("HZ-G3", "what is stored is what was submitted", in: "phone@blocks"),
    HazardSearch("HZ-G4", "a change of validity is told", in: "phone@blocks"),
    HazardSearch("HZ-G5", "one login is in flight", in: "phone@blocks"),
    HazardSearch("HZ-G5", "one login pushes one page", in: "phone@blocks", "--states", "20000"),
    HazardSearch("HZ-G6", "every login ends", in: "phone@blocks", "--services", "any", "--no-races"),
    HazardSearch("HZ-G8", "no outcome is handled at bind", in: "phone@properties"),
    HazardSearch(
      "HZ-H1, HZ-H2", "the footer is hidden when the last page is there, and only then", in: "goods@blocks",
      "--no-races"),
    HazardSearch("HZ-H3, HZ-H4", "the list is the pages 1 to n, once each", in: "goods@blocks", "--no-races"),
    HazardSearch(
      "HZ-H5", "the counters are never 0", in: "goods@blocks", "--no-races", "--services", "any", "--values",
      "requestGoods=$noPage"),
    HazardSearch(
      "HZ-H6", "the counters are never 0", in: "goods@rac", "--no-races", "--services", "any", "--values",
      "requestGoods=$noPage"),
    HazardSearch("HZ-H8", "one like of an article is under way", in: "goods@blocks", "--no-races"),
    HazardSearch(
      "HZ-H9", "every refresh ends", in: "goods@blocks", "--no-races", "--services", "any", "--values",
      "requestGoods=$lastYear"),
    HazardSearch(
      "HZ-H9", "every like ends", in: "goods@blocks", "--no-races", "--services", "any", "--values",
      "requestGoods=$repeating", "--states", "5000"),
    HazardSearch(
      "HZ-H9", "every load ends", in: "goods@blocks", "--no-races", "--services", "any", "--values",
      "requestGoods=$repeating", "--states", "5000"),
    HazardSearch(
      "HZ-H13", "an article of another calendar year shows its year", in: "goods@blocks", "--no-races", "--services",
      "any", "--values", "requestGoods=$lastYear"),
    HazardSearch(
      "H.2", "what is missing is not said", in: "goods@blocks", "--no-races", "--services", "any", "--values",
      "requestGoods=$bareGoods"),
    HazardSearch("HZ-H17", "a logout forgets the credentials", in: "goods@blocks", "--no-races"),
    HazardSearch("HZ-J1", "what is seen long enough has its numbers, or says why not", in: "flickr@original"),
    HazardSearch(
      "HZ-J2", "an outcome reaches only whose request it is", in: "flickr@original", "--no-races", "--services", "any",
      "--values", "searchText=$cats"),
    HazardSearch(
      "HZ-J3", "an outcome reaches only whose request it is", in: "flickr@first", "--no-races", "--values",
      "searchText=$cats"),
    HazardSearch("HZ-J5", "an item is fetched once", in: "flickr@original", "--no-races"),
    HazardSearch(
      "HZ-J7", "the history holds each text once", in: "flickr@original", "--no-races", "--values",
      "searchText=$cats"),
    HazardSearch(
      "HZ-J7", "the history begins with what was found last", in: "flickr@original", "--no-races", "--services", "any",
      "--values", "searchText=$cats"),
    HazardSearch("HZ-J8", "results are shown for the text that is shown", in: "flickr@original", "--no-races"),
    HazardSearch("HZ-J12", "what is searched is worth it", in: "flickr@original", "--no-races"),
  ]

  /// What originals are held to that no search of this page breaks.
  static let unfound: [(machine: String, properties: [String])] = [
    ("login", ["one edit assigns the name at most twice", "a submission has exactly one outcome"]),
    ("home", ["a label shows the total of the cell's present row"]),
    (
      "command",
      [
        "every execution of 'searching' ends in exactly one outcome, or is cancelled",
        "'searching' is enabled again when nothing is in flight", "'searching' has no result after it was cancelled",
        "every error of 'searching' is told once", "every refused execution of 'searching' is seen",
      ]
    ),
    ("headlines", ["every load ends"]),
    ("phone", ["a breakdown is told in words"]),
    (
      "goods",
      [
        "an article has one like state", "a tip of success means that a row of the list changed",
        "a disabled button is that of an article that is being liked",
        "likes are never negative",
      ]
    ),
    (
      "flickr",
      [
        "a search ends", "a cell shows the numbers of its present photo",
      ]
    ),
  ]
}
