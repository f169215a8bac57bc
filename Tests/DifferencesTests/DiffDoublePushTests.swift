import Testing
import Traces

@Suite("the double push of two variants")
struct DiffDoublePushTests {
  @Test("the request, the refusal and one push instead of two are named")
  func printed() {
    #expect(
      DiffFixture.text(DoublePush.original, DoublePush.fixed) == """
        - a  login@original  0f3a11c2d9e8
        + b  login@fixed     4f1c9e02a7d3
        different definitions
        same stimuli: 4

        step 3  hold tap login
          ~ login  - idle -> validating -> executing -> succeeded
                   + idle -> validating -> executing
            login: re-converges at step 4
          - success "s-1"
          + request authenticate {name: "aaaaaa", password: <secret>}

        step 4  tap login
          + refused login: already executing
          + +1000ms reply authenticate ok "s-1"
          ~ login  - +0ms succeeded -> validating -> executing -> succeeded
                   + +1000ms executing -> succeeded
          @ +0ms -> +1000ms  success "s-1"
                             push home
          - push home'2

        in all
          push home             1 instead of 2
          request authenticate  1, only in b
          reply authenticate    1, only in b
          refused login         1, only in b
          success               1 instead of 2

        8 differences in 2 steps (3 transition, 2 request, 1 refusal, 1 value, 1 timing): breaking
        """)
  }

  @Test("a run does not differ from itself")
  func identical() {
    #expect(
      DiffFixture.text(DoublePush.original, DoublePush.original) == """
        - a  login@original  0f3a11c2d9e8
        + b  login@original  0f3a11c2d9e8
        same stimuli: 4

        no differences in 4 stimuli: identical
        """)
  }

  @Test("two trace files differ as the runs do that wrote them")
  func files() throws {
    let a = try TraceFile.decode(Array(TraceFile.encode(DoublePush.original).utf8))
    let b = try TraceFile.decode(Array(TraceFile.encode(DoublePush.fixed).utf8))
    #expect(DiffFixture.text(a, b) == DiffFixture.text(DoublePush.original, DoublePush.fixed))
  }
}
