import Adapters
import ViewModels

@MainActor struct HomeAdapter: Adapter {
  let dataArray = Rows<RankedPersonAdapter>(\.people)
  let rowCount = Field(\.people.count)
  let getDatas = Input { $0.load() }
  let leave = Input { $0.stop() }
  let dismissed = Input { $0.giveUp() }
  let list = Service<Int, [HomeRecord]>(
    after: .milliseconds(500), timeout: .request, samples: ["none": [], "two": HomeRecord.page(of: 2)],
    fails: { RankingFailure.refused($0) }, breaks: { RankingFailure.unreachable($0) }
  ) { .ok(HomeRecord.page(of: $0)) }
  let totals = Service<Int, [String]>(
    after: .seconds(1), timeout: .request, samples: ["few": ["10", "11"], "words": ["abc", "12abc", ""]],
    fails: { RankingFailure.refused($0) }, breaks: { RankingFailure.unreachable($0) }
  ) { .ok(HomeRecord.totals(of: $0)) }
  let fail = Subject<String>()
  let error = Subject<String>()

  func make(_ world: World<Self>) -> HomeViewModel {
    HomeViewModel(
      api: AskedRanking(records: { try await world.ask(list, $0) }, numbers: { try await world.ask(totals, $0) }),
      onRefused: { world.send(fail, $0) }, onUnreachable: { world.send(error, $0) })
  }

  var screen: Screen {
    Screen("首页") {
      List(dataArray, "排行榜") { row in
        Label(row.number, "排名")
        Label(row.name, "姓名")
        Label(row.score, "分数")
        Label(row.totalNumber, "总人数")
      }
      Label(rowCount, "行数")
      Alert("加载失败", on: fail, ["确定"], dismissed)
      Alert("加载出错", on: error, ["重试": getDatas, "取消": dismissed])
    }
  }
}

@MainActor struct RankedPersonAdapter: RowAdapter {
  typealias Object = RankedPerson
  let number = Field(\.number)
  let name = Field(\.name)
  let score = Field(\.score)
  let totalNumber = Field(\.total)
}

private struct AskedRanking: RankingAPI {
  let records: @Sendable (Int) async throws -> [HomeRecord]
  let numbers: @Sendable (Int) async throws -> [String]

  func list(_ count: Int) async throws -> [RankingRecord] {
    try await records(count).map { RankingRecord(number: $0.number, name: $0.name, score: $0.score) }
  }

  func totals(_ count: Int) async throws -> [String] { try await numbers(count) }
}
