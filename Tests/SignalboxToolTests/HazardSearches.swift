/// What is searched for the page of hazards.
enum HazardSearches {
  static let all: [HazardSearch] = [
    rows("HZ-C1", "no result comes after a cancel", in: "follow@original"),
    rows("HZ-C2", "one execution runs at a time", in: "follow@original"),
    rows("HZ-C2", "an execution has one end, of its own", in: "follow@original"),
    rows("HZ-C3, HZ-C7", "who executes ends", in: "follow@original", "--no-races", "--domain", "unanswered"),
    rows("HZ-C4", "only what runs is cancelled", in: "follow@original"),
    rows("HZ-C5", "a result is an error or a content", in: "follow@original", "--past-the-screen"),
    rows("HZ-C6", "whoever executes is answered", in: "follow@original"),
    rows(
      "HZ-C6", "every refused execution of 'searching' is seen", in: "command@original", "--past-the-screen",
      "--no-races"),
    rows(
      "HZ-C7", "every execution of 'searching' ends in exactly one outcome, or is cancelled", in: "command@original",
      "--no-races", "--domain", "unanswered"),
    rows(
      "HZ-C7", "'searching' executes while something is in flight, and only then", in: "command@original",
      "--past-the-screen", "--no-races"),
    rows("HZ-C8", "every value of 'searching' reaches the view", in: "command@original", "--no-races"),
    rows("HZ-D2", "only a complete form is submitted", in: "login@original login-app@original", "--past-the-screen"),
    rows("HZ-D3", "one submission pushes one page", in: "login@original login-app@original"),
    rows(
      "HZ-D4", "the button is enabled only by six clean characters", in: "login@original login-app@original",
      "--domain", "reversed-observers", "--no-races", "--values", "name=\"1a!2bc\""),
    rows("HZ-E1", "a tick makes no totals", in: "home@original login-app@original", "--services", "any", "--no-races"),
    rows("HZ-E2", "no more than one timer runs", in: "home@original"),
    rows(
      "HZ-E2", "no more than one timer runs", in: "login-app@original", "--no-races", "--values", "name=$messy",
      "--values", "password=$right"),
    rows("HZ-E3", "no timer runs when the page was left", in: "login-app@original home@original"),
    rows(
      "HZ-E4", "a label shows the total of the cell's present row", in: "home@original", "--past-the-screen",
      "--no-races", "--values", "offset=44.0,0.0"),
    rows(
      "HZ-E4", "a label shows the total of the cell's present row", in: "login-app@original", "--past-the-screen",
      "--no-races", "--values", "offset=44.0,0.0", "--values", "name=$messy", "--values", "password=$right", "--states",
      "40000"),
    rows("HZ-E5", "a reload blanks no total", in: "home@original", "--no-races"),
    rows(
      "HZ-E5", "a reload blanks no total", in: "login-app@original", "--no-races", "--values", "name=$messy",
      "--values",
      "password=$right"),
    rows("HZ-F1", "a submission has exactly one outcome", in: "user@original", "--past-the-screen", "--no-races"),
    rows(
      "HZ-F3", "who subscribes late hears the last outcome", in: "user@original", "--past-the-screen", "--no-races"),
    rows("HZ-F4", "an edit reaches the present user", in: "user@original", "--past-the-screen", "--no-races"),
    rows("HZ-F5", "one submission pushes one page", in: "user@original"),
    rows(
      "HZ-F5", "a purchase has exactly one outcome", in: "purchase@original", "--no-races", "--domain", "unanswered"),
    rows("HZ-F5", "a purchase pushes one page", in: "purchase@original"),
    rows("HZ-F6", "only a valid form is submitted", in: "user@original", "--past-the-screen", "--no-races"),
    rows("HZ-G1", "an avatar is shown for a valid phone only", in: "phone@blocks phone@properties phone-app@blocks"),
    rows(
      "HZ-G1", "an avatar is shown for a valid phone only", in: "phone@mvc", "--past-the-screen", "--no-races",
      "--values", "avatarUrlString=nil"),
    rows(
      "HZ-G2", "one avatar is loaded for each phone", in: "phone@blocks phone@properties phone@mvc phone-app@blocks"),
    rows(
      "HZ-G3", "what is stored is what was submitted", in: "phone@blocks phone@properties phone@mvc phone-app@blocks",
      "--states", "5000"),
    rows(
      "HZ-G3", "what is stored is what was submitted", in: "phone@rac phone-app@rac", "--past-the-screen",
      "--no-races", "--states", "5000"),
    rows("HZ-G4", "a change of validity is told", in: "phone@blocks phone@properties phone-app@blocks"),
    rows("HZ-G4", "a change of validity is told", in: "phone@mvc", "--past-the-screen", "--no-races"),
    rows("HZ-G5", "one login is in flight", in: "phone@blocks phone@properties phone@mvc phone-app@blocks"),
    rows(
      "HZ-G5", "one login pushes one page", in: "phone@blocks phone@properties phone@mvc phone-app@blocks", "--states",
      "20000"),
    rows(
      "HZ-G6", "every login ends",
      in: "phone@blocks phone@properties phone@mvc phone@rac phone-app@blocks phone-app@rac",
      "--no-races", "--domain", "unanswered"),
    rows("HZ-G11", "a breakdown is told in words", in: "phone@rac phone-app@rac", "--no-races", "--services", "any"),
    rows("HZ-G8", "no outcome is handled at bind", in: "phone@properties"),
    rows(
      "HZ-H1", "the footer is hidden when the last page is there, and only then", in: "goods@blocks phone-app@blocks",
      "--no-races", "--services", "any", "--values", "requestGoods=$lastYear"),
    rows(
      "HZ-H2", "the footer is hidden when the last page is there, and only then", in: "goods@rac phone-app@rac",
      "--no-races", "--domain", "two-pages"),
    rows("HZ-H2", "the list is the pages 1 to n, once each", in: "goods@rac", "--no-races", "--states", "5000"),
    rows(
      "HZ-H2", "the list is the pages 1 to n, once each", in: "phone-app@rac", "--no-races", "--values",
      "mobilePhone=$phone", "--values", "verifyCode=$code", "--states", "20000"),
    rows("HZ-H3, HZ-H4", "the list is the pages 1 to n, once each", in: "goods@blocks", "--no-races"),
    rows(
      "HZ-H3, HZ-H4", "the list is the pages 1 to n, once each", in: "phone-app@blocks", "--no-races", "--values",
      "mobilePhone=$phone", "--values", "verifyCode=$code",
      "--states", "5000"),
    rows(
      "HZ-H5, HZ-H6", "the counters are never 0", in: "goods@blocks goods@rac phone-app@blocks phone-app@rac",
      "--no-races", "--services", "any", "--values", "requestGoods=$noPage"),
    rows(
      "HZ-H7", "a tip of success means that a row of the list changed", in: "goods@blocks goods@rac", "--no-races",
      "--services", "any", "--values", "requestGoods=$bareGoods", "--states", "20000"),
    rows(
      "HZ-H7", "a tip of success means that a row of the list changed", in: "phone-app@blocks", "--no-races",
      "--services", "any", "--values", "requestGoods=$bareGoods", "--values", "mobilePhone=$phone", "--values",
      "verifyCode=$code", "--domain", "no-avatar", "--states", "20000"),
    rows(
      "HZ-H7", "a tip of success means that a row of the list changed", in: "phone-app@rac", "--no-races", "--services",
      "any", "--values", "requestGoods=$bareGoods", "--values", "mobilePhone=$phone", "--values", "verifyCode=$code",
      "--domain", "first-row", "--states", "20000"),
    rows("HZ-H8", "one like of an article is under way", in: "goods@blocks", "--no-races"),
    rows(
      "HZ-H8", "one like of an article is under way", in: "phone-app@blocks", "--no-races", "--values",
      "mobilePhone=$phone", "--values", "verifyCode=$code", "--states", "5000"),
    rows(
      "HZ-H9", "every refresh ends", in: "goods@blocks phone-app@blocks", "--no-races", "--services", "any", "--values",
      "requestGoods=$lastYear", "--states", "5000"),
    rows(
      "HZ-H9", "every like ends", in: "goods@blocks goods@rac", "--no-races", "--services", "any", "--values",
      "requestGoods=$bareGoods", "--states", "5000"),
    rows(
      "HZ-H9", "every load ends", in: "goods@blocks", "--no-races", "--services", "any", "--values",
      "requestGoods=$bareGoods", "--states", "5000"),
    rows(
      "HZ-H9", "every like ends", in: "phone-app@blocks", "--no-races", "--services", "any", "--values",
      "requestGoods=$bareGoods", "--values", "mobilePhone=$phone", "--values", "verifyCode=$code", "--domain",
      "no-avatar", "--states", "5000"),
    rows(
      "HZ-H9", "every like ends", in: "phone-app@rac", "--no-races", "--services", "any", "--values",
      "requestGoods=$bareGoods", "--values", "mobilePhone=$phone", "--values", "verifyCode=$code", "--domain",
      "first-row",
      "--states", "5000"),
    rows(
      "HZ-H9", "every load ends", in: "phone-app@blocks", "--no-races", "--services", "any", "--values",
      "requestGoods=$bareGoods", "--values", "mobilePhone=$phone", "--values", "verifyCode=$code", "--domain",
      "no-avatar", "--states", "5000"),
    rows(
      "HZ-H10", "a disabled button is that of an article that is being liked", in: "goods@rac", "--no-races",
      "--values", "offset=600.0"),
    rows(
      "HZ-H10", "a disabled button is that of an article that is being liked", in: "phone-app@rac", "--no-races",
      "--values", "offset=600.0", "--values", "mobilePhone=$phone", "--values", "verifyCode=$code", "--states", "5000"),
    rows(
      "HZ-H10", "a disabled button is that of an article that is being liked", in: "goods@blocks", "--no-races",
      "--past-the-screen", "--services", "any", "--values", "requestGoods=$bareGoods", "--states", "20000"),
    rows(
      "HZ-H11", "an article has one like state", in: "goods@blocks goods@rac", "--no-races", "--services", "any",
      "--values", "requestGoods=$bareGoods", "--states", "20000"),
    rows(
      "HZ-H11", "an article has one like state", in: "phone-app@blocks", "--no-races", "--services", "any", "--values",
      "requestGoods=$bareGoods", "--values", "mobilePhone=$phone", "--values", "verifyCode=$code", "--domain",
      "no-avatar", "--states", "20000"),
    rows(
      "HZ-H11", "an article has one like state", in: "phone-app@rac", "--no-races", "--services", "any", "--values",
      "requestGoods=$bareGoods", "--values", "mobilePhone=$phone", "--values", "verifyCode=$code", "--domain",
      "first-row",
      "--states", "20000"),
    rows(
      "HZ-H12", "likes are never negative", in: "goods@blocks goods@rac phone-app@blocks phone-app@rac", "--no-races",
      "--services", "any", "--values", "requestGoods=$likedByNobody", "--states", "5000"),
    rows(
      "HZ-H13", "an article of another calendar year shows its year",
      in: "goods@blocks goods@rac phone-app@blocks phone-app@rac", "--no-races", "--services", "any", "--values",
      "requestGoods=$lastYear"),
    rows(
      "H.2", "what is missing is not said", in: "goods@blocks goods@rac phone-app@blocks phone-app@rac", "--no-races",
      "--services", "any", "--values", "requestGoods=$bareGoods"),
    rows(
      "HZ-H17", "a logout forgets the credentials", in: "goods@blocks goods@rac phone-app@blocks phone-app@rac",
      "--no-races", "--states", "5000"),
    rows(
      "HZ-J1", "what is seen long enough has its numbers, or says why not", in: "flickr@original flickr@first",
      "--no-races"),
    rows(
      "HZ-J2", "an outcome reaches only whose request it is", in: "flickr@original", "--no-races", "--services", "any",
      "--values", "searchText=$cats"),
    rows(
      "HZ-J3", "an outcome reaches only whose request it is", in: "flickr@first", "--no-races", "--values",
      "searchText=$cats"),
    rows(
      "HZ-J4", "a search ends", in: "flickr@first", "--no-races", "--services", "any", "--values", "searchText=$cats"),
    rows("HZ-J4", "a search ends", in: "flickr@original", "--no-races", "--domain", "unanswered"),
    rows("HZ-J5", "an item is fetched once", in: "flickr@original flickr@first", "--no-races"),
    rows(
      "HZ-J6", "a cell shows the numbers of its present photo", in: "flickr@original flickr@first", "--no-races",
      "--values", "searchText=$cats", "--domain", "six-photos", "--states", "5000"),
    rows(
      "HZ-J7", "the history holds each text once", in: "flickr@original flickr@first", "--no-races", "--values",
      "searchText=$cats"),
    rows(
      "HZ-J7", "the history begins with what was found last", in: "flickr@original flickr@first", "--no-races",
      "--services", "any", "--values", "searchText=$cats"),
    rows(
      "HZ-J8", "results are shown for the text that is shown", in: "flickr@original flickr@first", "--no-races"),
    rows("HZ-J12", "what is searched is worth it", in: "flickr@original flickr@first", "--no-races"),
  ].flatMap(\.self)

  /// A row for each of the machines, which stand with blanks between them.
  private static func rows(
    _ hazard: String, _ property: String, in machines: String, _ arguments: String...
  ) -> [HazardSearch] {
    machines.split(separator: " ").map { HazardSearch(hazard, property, in: String($0), arguments) }
  }

  /// What machines are held to that no search of this page breaks, and why.
  static let unfound: [(machines: String, property: String, reason: String)] = [
    (
      "login@original login-app@original", "one edit assigns the name at most twice",
      "HZ-A2, HZ-D1: the article itself assigns the cleaned name only where it differs, so both variants do"
    ),
    (
      "login@original login-app@original", "a submission has exactly one outcome",
      "as written too, a login answers at once and once"
    ),
    (
      "command@original", "'searching' is enabled again when nothing is in flight",
      "what executes is the signal command's own in both variants, and it keeps this"
    ),
    ("command@original", "'searching' has no result after it was cancelled", "a signal command has no cancel"),
    (
      "command@original", "every error of 'searching' is told once",
      "the original wires the errors as the fixed variant does"
    ),
    (
      "phone@rac phone-app@rac", "an avatar is shown for a valid phone only",
      "\(assigned); a phone makes its avatar at once"
    ),
    ("phone@rac phone-app@rac", "one avatar is loaded for each phone", "\(assigned); a phone makes its avatar at once"),
    ("phone@rac phone-app@rac", "a change of validity is told", "a signal tells it"),
    ("phone@rac phone-app@rac", "one login is in flight", "the command refuses a second one"),
    ("phone@rac phone-app@rac", "one login pushes one page", "the command refuses a second login"),
    (
      "phone@blocks phone@rac phone@mvc phone-app@blocks phone-app@rac", "no outcome is handled at bind",
      "only the version with three properties observes outcomes"
    ),
    (
      "phone@blocks phone@mvc phone-app@blocks", "a breakdown is told in words",
      "as written, no failure of a request is reported (HZ-G6)"
    ),
    (
      "phone@properties", "a breakdown is told in words",
      "one property holds failures and errors, and all of them are told as failures"
    ),
    ("goods@rac phone-app@rac", "every refresh ends", "\(assigned); the command ends however its request does"),
    ("goods@rac phone-app@rac", "every load ends", "\(assigned); the command ends however its request does"),
    (
      "goods@rac phone-app@rac", "one like of an article is under way",
      "\(assigned); the button of an article is disabled while it is being liked"
    ),
    (
      "phone-app@blocks", "a disabled button is that of an article that is being liked",
      "its list is that of `goods@blocks`, where it is found; behind the login no search of 60,000 states comes to it"
    ),
    ("headlines@dummy headlines@headless", "every load ends", "no variant is kept as it was written"),
  ]

  private static let assigned = "only a field that the program assigns breaks it, in the fixed variant as well"
}
