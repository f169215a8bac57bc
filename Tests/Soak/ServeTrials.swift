import Foundation
import PtySupport
import SeededRandom

/// A hundred random sessions of the API in one process: every answer is what the schema says.
struct ServedSessions: Trial {
  static let name = "sessions of serve"
  let tool: ToolUnderTest
  private let sessions: ServeSessions

  init(tool: ToolUnderTest) throws { (self.tool, sessions) = (tool, try ServeSessions(by: tool)) }

  func run(_ random: SplitMix64) throws {
    var random = random
    let lines = (0..<100).flatMap { _ in sessions.session(&random) }
    try sessions.expectAnswers(to: lines.map { Data($0.utf8) }, by: tool)
  }
}

/// A thousand requests with some of their bytes changed: each has its answer.
struct MutatedRequests: Trial {
  static let name = "requests to serve with other bytes"
  let tool: ToolUnderTest
  private let sessions: ServeSessions

  init(tool: ToolUnderTest) throws { (self.tool, sessions) = (tool, try ServeSessions(by: tool)) }

  func run(_ random: SplitMix64) throws {
    var random = random
    let lines = (0..<1_000).map { _ in Data(sessions.mutated(&random)) }
    try sessions.expectAnswers(to: lines, by: tool, hides: false)
  }
}

extension ServeSessions {
  init(by tool: ToolUnderTest) throws {
    let folder = try ScratchFolder()
    try self.init(list: tool.succeed(["serve"], input: Self.list, in: folder).text)
    try learn(tool.succeed(["serve"], input: questions, in: folder).text)
  }

  fileprivate func expectAnswers(to lines: [Data], by tool: ToolUnderTest, hides: Bool = true) throws {
    let input = Data(lines.joined(separator: [0x0A]) + [0x0A])
    let answer = try tool.answer(["serve"], input: input, in: ScratchFolder())
    if let fault = try faults(in: answer.text, to: lines.count, hides: hides).first { throw SoakFailure(fault) }
  }
}
