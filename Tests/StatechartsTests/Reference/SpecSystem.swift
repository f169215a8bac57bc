/// Charts as the reference interpreter and the kernel are both given them: names for everything, no closures.
struct SpecSystem: Equatable {
  /// The chart that runs.
  var root: SpecChart
  /// The charts that states invoke, by name.
  var children: [SpecChart] = []
}

struct SpecChart: Equatable {
  var name: String
  var states: [SpecState]
  /// Targets and content of the document's initial transition.
  var initial: [String] = []
  var initialContent: [SpecAction] = []
}

struct SpecState: Equatable {
  enum Kind: String { case atomic, compound, parallel, final, shallow, deep }

  var name: String
  var kind: Kind
  var children: [SpecState] = []
  var initial: [String] = []
  var initialContent: [SpecAction] = []
  var entry: [SpecAction] = []
  var exit: [SpecAction] = []
  /// A history state has one: its default.
  var rules: [SpecRule] = []
  var invokes: [SpecInvoke] = []
  /// A final state's data.
  var data: Int?
}

struct SpecRule: Equatable {
  enum Trigger: Equatable {
    case event(String)
    case always
    case after(Int)
  }

  var trigger: Trigger
  var condition: SpecCondition?
  var targets: [String] = []
  var isInternal = false
  var content: [SpecAction] = []
}

enum SpecCondition: Equatable {
  case isIn(String)
  case isNotIn(String)
  /// Whether the chart's counter is below a number.
  case below(Int)
  /// Whether the event's data is a number.
  case data(Int)
}

enum SpecAction: Equatable {
  case log(String)
  case raise(String, Int?)
  case send(String)
  case sendLater(String, Int, id: String?)
  case cancel(String)
  case count
  /// An error in executable content: the rest of the block is not run.
  case fault
  /// An event for an instance that does not exist.
  case sendNowhere
  case sendParent(String)
}

struct SpecInvoke: Equatable {
  var chart: String
  var forwards = false
  var finalize: [SpecAction] = []
}

/// What a run is driven by.
enum SpecStimulus: Equatable {
  case event(String, Int?)
  case advance(Int)
}
