import Differences
import Testing
import Turns

@Suite("the JSON of a difference")
struct DiffJSONTests {
  @Test("one object per line, the kind first and the version second")
  func lines() {
    let tap = DiffFixture.user("tap", "login", .requested(service: "track", input: .secret("hunter2")))
    let difference = TraceDifference(
      from: DiffFixture.trace([DiffFixture.user("tap", "login")]), to: DiffFixture.trace([tap]))
    #expect(
      DifferenceJSON.lines(difference) == [
        #"{"diff":[{"machine":"login@fixed","definition":"","case":"","stimuli":1,"complete":true},"#
          + #"{"machine":"login@fixed","definition":"","case":"","stimuli":1,"complete":true}],"v":1,"#
          + #""sameStimuli":true,"coarse":[]}"#,
        #"{"finding":"only","v":1,"class":"request","step":[1,1],"stimulus":{"event":"tap","on":"login"},"#
          + ##""side":"b","reaction":{"kind":"request","name":"track","at":0,"values":[{"#secret":1}]}}"##,
        #"{"tally":"request","v":1,"name":"track","counts":[0,1]}"#,
        #"{"verdict":"additive","v":1,"differences":1,"classes":{"request":1}}"#,
      ])
  }

  @Test("every kind of finding begins with its word")
  func words() {
    let lines = DifferenceJSON.lines(TraceDifference(from: DoublePush.original, to: DoublePush.fixed))
    let kinds = lines.map { $0.prefix { $0 != "," } }
    #expect(
      kinds == [
        #"{"diff":[{"machine":"login@original""#, #"{"finding":"changed""#, #"{"finding":"only""#,
        #"{"finding":"only""#, #"{"finding":"only""#, #"{"finding":"only""#, #"{"finding":"changed""#,
        #"{"finding":"shifted""#, #"{"finding":"only""#, #"{"tally":"push""#, #"{"tally":"request""#,
        #"{"tally":"reply""#, #"{"tally":"refused""#, #"{"tally":"output""#, #"{"verdict":"breaking""#,
      ])
  }
}
