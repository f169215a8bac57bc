import Statecharts
import ViewModels

/// A player that no Swift type describes: two regions, a guard, a delay, a service, a subject and a law.
enum Player {
  /// - Parameter isFixed: Whether a muted player ignores its volume.
  static func machine(_ variant: Name, isFixed: Bool) -> Machine {
    Machine(
      name: "player", variant: variant, summary: "a player made of values",
      definition: MachineDefinition([template(isFixed: isFixed)], root: MachinePage("player", template: "Player")))
  }

  static let machines = [machine("original", isFixed: false), machine("fixed", isFixed: true)]

  static func template(isFixed: Bool) -> DefinedTemplate {
    DefinedTemplate(
      "Player", fields: [.init("track", .string, ""), .init("volume", .int, 1)],
      inputs: [
        .init("load"), .init("play"), .init("pause"), .init("mute"),
        .init("turn", .int, [("low", 1), ("high", 3)]),
      ],
      subjects: ["ended"], chart: ChartDefinition(isParallel: true, [transport, sound(isFixed: isFixed)]),
      services: [
        ServiceFacts(
          ServiceDefinition("fetch", delay: 500) { _ in (.ok, "Overture") }, .string,
          [("overture", "Overture"), ("nothing", "")])
      ],
      laws: [Monitor("a muted player is silent") { turn, _ in isSilent(turn) || !turn.isIn("muted", turn.me) }])
  }

  private static func isSilent(_ turn: borrowing TurnReport) -> Bool { turn.read(turn.me, port: 1) == 0 }

  private static var transport: ChartDefinition.State {
    let loaded = ChartDefinition.Guard("a track is loaded", reads: ["track"]) { turn, me, _ in
      turn.read(me, port: 0) != ""
    }
    var loading = state(
      "loading", on("fetch.ok", to: "ready", setting: "track"), on("fetch.fail", to: "empty"),
      on("fetch.error", to: "empty"))
    loading.invocations = [ChartDefinition.Invocation("fetch")]
    return .init(
      "transport",
      children: [
        state("empty", on("load", to: "loading")), loading,
        state("ready", .init(.event("play"), to: ["playing"], when: loaded), on("load", to: "loading")),
        state(
          "playing", on("pause", to: "ready"),
          .init(.after(3000), to: ["ready"], actions: [{ turn, me, _ in turn.send("Overture", by: me, port: 2) }])),
      ])
  }

  private static func sound(isFixed: Bool) -> ChartDefinition.State {
    let turn = ChartDefinition.Transition(.event("turn"), actions: [set("volume")])
    let mute = on("mute", to: "muted") { turn, me, _ in turn.set(me, port: 1, to: 0) }
    let unmute = on("mute", to: "normal") { turn, me, _ in turn.set(me, port: 1, to: 1) }
    return .init(
      "sound", children: [state("normal", turn, mute), isFixed ? state("muted", unmute) : state("muted", turn, unmute)])
  }

  private static func set(_ field: Name) -> Code {
    { turn, me, value in turn.set(me, port: turn.port(field, of: me) ?? -1, to: value) }
  }

  private static func state(_ name: Name, _ transitions: ChartDefinition.Transition...) -> ChartDefinition.State {
    var state = ChartDefinition.State(name)
    state.transitions = transitions
    return state
  }

  private static func on(
    _ event: String, to target: Name, setting field: Name? = nil, run code: Code? = nil
  ) -> ChartDefinition.Transition {
    .init(.event(event), to: [target], actions: [field.map(set), code].compactMap(\.self))
  }
}
