import ArgumentParser
import Transcripts

struct CompletionsCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Write a completion script for a shell.",
    discussion: """
      It completes commands, options, machines, formats and transcripts. Write it again when the tool is updated. \
      Save it as:

        bash  ~/.local/share/bash-completion/completions/signalbox
        zsh   a folder of $fpath, as _signalbox
        fish  ~/.config/fish/completions/signalbox.fish

      In bash the script turns the completion of host names off, so that NAME@VARIANT is one word.
      """)

  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish

    var completion: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  @Argument(help: "bash, zsh or fish.")
  var shell: Shell

  /// Without this, bash completes the parts of `NAME@VARIANT` separately, and escapes the '@' as in file names.
  private static var variants: String {
    let name = RootCommand._commandName
    let function = "_" + String(name.map { $0 == "-" ? "_" : $0 })
    return """

      shopt -u hostcomplete
      _\(function)_variants() {
          \(function) "$@"
          case "${COMPREPLY[*]-}" in *@*) compopt +o filenames ;; esac
      }
      complete -o filenames -F _\(function)_variants \(name)
      """
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    try tool.streams.say(RootCommand.completionScript(for: shell.completion) + (shell == .bash ? Self.variants : ""))
    return .agreed
  }
}

extension CompletionKind {
  static let machines = CompletionKind.custom(MachineTitles.beginning)

  static let transcripts = CompletionKind.file(extensions: ["transcript"])
}

/// A task-local value, because the parser's completion closures have no context.
enum MachineTitles {
  @TaskLocal static var known: [String] = []

  @Sendable
  static func beginning(_ words: [String], _ index: Int, _ word: String) -> [String] {
    known.filter { $0.utf8.starts(with: word.utf8) }
  }
}
