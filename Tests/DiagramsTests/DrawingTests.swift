import Statecharts
import Testing

@testable import Diagrams

/// A chart with every feature, as each format draws it.
struct DrawingTests {
  @Test("the text form is indented, aligned for wide characters and drawn in ASCII")
  func text() {
    #expect(
      EveryFeature.diagram.lines(.text).joined(separator: "\n") == #"""
        * Tape (parallel)
        *   player
              stopped (initial)
                  play [the "tape" is in] -> light.H / code
                  播放                    -> playing
                  both                    -> fast, on
                  close                   -> closed
                  beep                    (stays) / code, code
        *     playing (parallel)
                  entry / code
                  exit / code
                  toggle                                             -> on (internal)
                  after 1500ms                                       -> stopped
                  always [the tape has come to its very last end and
                  nobody has turned it yet]                          -> closed
                  load.error                                         (stays)
        *       speed
                    invoke load
                  normal
        *         fast (initial)
        *       light
                  off (initial)
        *         on
                  H (deep history)
                      otherwise -> fast, on / code
                H (history)
                    otherwise -> speed
              closed (final)
        *   音量
        *     quiet (initial)
              loud: 100%\n"!"
                  * -> quiet
        """#)
  }

  @Test("Mermaid: states first, each in the one around it, then transitions, then marks")
  func mermaid() {
    #expect(
      EveryFeature.diagram.lines(.mermaid).joined(separator: "\n") == #"""
        stateDiagram-v2
          %% tape@1
          state "Tape" as s0 {
            state "player" as s1 {
              [*] --> s2
              state "stopped" as s2
              s2 : beep / code, code (stays, number 5)
              state "playing" as s3 {
                state "speed" as s4 {
                  [*] --> s6
                  state "normal" as s5
                  state "fast" as s6
                }
                note right of s4
                  invoke load
                end note
                --
                state "light" as s7 {
                  [*] --> s8
                  state "off" as s8
                  state "on" as s9
                  state "H* H" as s10
                }
                state "H H" as s11
              }
              note right of s3
                entry / code
                exit / code
                load.error (stays, number 4)
              end note
              state "closed" as s12
              s12 --> [*]
            }
            --
            state "音量" as s13 {
              [*] --> s14
              state "quiet" as s14
              state "loud#58; 100#37;#92;n#34;!#34;" as s15
            }
          }
          s2 --> s10 : play [the #34;tape#34; is in] / code
          s2 --> s3 : 播放
          state t0_2 <<fork>>
          s2 --> t0_2 : both
          t0_2 --> s6
          t0_2 --> s9
          s2 --> s12 : close
          s3 --> s9 : toggle (internal)
          s3 --> s2 : after 1500ms
          s3 --> s12 : always [the tape has come to its very<br/>last end#32;and nobody has turned it yet]
          state t0_9 <<fork>>
          s10 --> t0_9 : otherwise / code
          t0_9 --> s6
          t0_9 --> s9
          s11 --> s4 : otherwise
          s15 --> s14 : *
          classDef active fill:gold,stroke:black,stroke-width:3px
          class s6,s9,s14 active
          classDef around fill:lightyellow,stroke:black,stroke-width:3px
          class s0,s1,s3,s4,s7,s13 around
        """#)
  }

  @Test("DOT: clusters with an anchor, forks as bars, active states filled")
  func dot() {
    #expect(
      EveryFeature.diagram.lines(.dot).joined(separator: "\n") == #"""
        digraph "tape@1" {
          graph [label="tape@1", labelloc=t, compound=true, newrank=true, fontname="sans-serif"];
          node [shape=box, style=rounded, fontname="sans-serif"];
          edge [fontname="sans-serif", fontsize=10];
          subgraph cluster_s0 {
            graph [label="Tape", style="rounded,filled", penwidth=3, fillcolor=lightyellow];
            s0 [shape=point, style=invis, width=0, height=0, label=""];
            subgraph cluster_s1 {
              graph [label="player", style="rounded,dashed,filled", penwidth=3, fillcolor=lightyellow];
              s1 [shape=point, style=invis, width=0, height=0, label=""];
              i1 [shape=point, width=0.12];
              i1 -> s2;
              s2 [label="stopped\nbeep / code, code (stays)"];
              subgraph cluster_s3 {
                graph [label="playing\nentry / code\nexit / code\nload.error (stays)", style="rounded,filled", penwidth=3, fillcolor=lightyellow];
                s3 [shape=point, style=invis, width=0, height=0, label=""];
                subgraph cluster_s4 {
                  graph [label="speed\ninvoke load", style="rounded,dashed,filled", penwidth=3, fillcolor=lightyellow];
                  s4 [shape=point, style=invis, width=0, height=0, label=""];
                  i4 [shape=point, width=0.12];
                  i4 -> s6;
                  s5 [label="normal"];
                  s6 [label="fast", style="rounded,filled", penwidth=3, fillcolor=gold];
                }
                subgraph cluster_s7 {
                  graph [label="light", style="rounded,dashed,filled", penwidth=3, fillcolor=lightyellow];
                  s7 [shape=point, style=invis, width=0, height=0, label=""];
                  i7 [shape=point, width=0.12];
                  i7 -> s8;
                  s8 [label="off"];
                  s9 [label="on", style="rounded,filled", penwidth=3, fillcolor=gold];
                  s10 [label="H* H", shape=circle];
                }
                s11 [label="H H", shape=circle];
              }
              s12 [label="closed", peripheries=2];
            }
            subgraph cluster_s13 {
              graph [label="音量", style="rounded,dashed,filled", penwidth=3, fillcolor=lightyellow];
              s13 [shape=point, style=invis, width=0, height=0, label=""];
              i13 [shape=point, width=0.12];
              i13 -> s14;
              s14 [label="quiet", style="rounded,filled", penwidth=3, fillcolor=gold];
              s15 [label="loud: 100%\\n\"!\""];
            }
          }
          s2 -> s10 [label="play [the \"tape\" is in] / code"];
          s2 -> s3 [label="播放", lhead=cluster_s3];
          t0_2 [shape=box, style=filled, fillcolor=black, width=0.5, height=0.05, label=""];
          s2 -> t0_2 [label="both"];
          t0_2 -> s6;
          t0_2 -> s9;
          s2 -> s12 [label="close"];
          s3 -> s9 [label="toggle (internal)"];
          s3 -> s2 [label="after 1500ms", ltail=cluster_s3];
          s3 -> s12 [label="always [the tape has come to its very\nlast end and nobody has turned it yet]", ltail=cluster_s3];
          t0_9 [shape=box, style=filled, fillcolor=black, width=0.5, height=0.05, label=""];
          s10 -> t0_9 [label="otherwise / code"];
          t0_9 -> s6;
          t0_9 -> s9;
          s11 -> s4 [label="otherwise", lhead=cluster_s4];
          s15 -> s14 [label="*"];
        }
        """#)
  }

  @Test("several instances in a state are counted, and a machine without a chart says so")
  func instances() {
    let chart = ChartDescription(ChartDefinition([ChartDefinition.State("off"), ChartDefinition.State("on")]))
    let diagram = Diagram("rows", [DrawnChart("Row", chart, active: [[1], [2], [2]])])
    #expect(diagram.lines(.text) == [" * off (initial)", "2* on"])
    #expect(diagram.lines(.mermaid).contains("  state \"on (2)\" as s2"))
    #expect(Diagram("rows", []).lines(.text) == ["rows has no chart"])
  }

  @Test("charts beside each other stand in a state of their own each")
  func beside() {
    let chart = ChartDescription(ChartDefinition([ChartDefinition.State("off")]))
    let diagram = Diagram("app", [DrawnChart("Page", chart), DrawnChart("Row", chart)])
    #expect(diagram.lines(.text) == ["Page", "  off (initial)", "Row", "  off (initial)"])
  }
}
