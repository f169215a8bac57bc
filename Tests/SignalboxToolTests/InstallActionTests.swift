import Foundation
import PtySupport
import Testing

/// `action.yml`, run as the servers run it, over an archive as `Scripts/package` lays it out.
@Suite(
  "The action that installs an archive", .enabled(if: ToolRun.isDebian, "only Debian has Python's YAML as a package"))
struct InstallActionTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    let script = """
      import sys, yaml
      action = yaml.safe_load(open(sys.argv[1], encoding='utf-8'))
      step, = action['runs']['steps']
      assert action['runs']['using'] == 'composite' and step['shell'] == 'bash'
      assert step['env'] == {name.upper(): '${{ inputs.%s }}' % name for name in action['inputs']}
      assert '${{' not in step['run'], 'an input is text of the script'
      open('install', 'w').write(step['run'])
      """
    try folder.write(script, to: "read.py")
    let read = try ToolRun.callersShell("/usr/bin/python3 read.py '\(ReadmeTests.root)/action.yml'", in: folder)
    try #require(read.code == 0, "\(read.errors)")
    let made = try ToolRun.callersShell(
      "mkdir -p temp lab-1-linux-x86_64/bin && printf '#!/bin/sh\\necho 1\\n' >lab-1-linux-x86_64/bin/lab "
        + "&& chmod +x lab-1-linux-x86_64/bin/lab && tar -czf 'a lab.tar.gz' lab-1-linux-x86_64", in: folder)
    try #require(made.code == 0, "\(made.errors)")
  }

  private func install(_ tarball: String, sha256: String = "") throws -> ToolRun {
    try ToolRun.callersShell(
      "rm -f added; RUNNER_TEMP=$PWD/temp GITHUB_PATH=$PWD/added TARBALL='\(tarball)' SHA256='\(sha256)' "
        + "bash --noprofile --norc -eo pipefail install && PATH=$(cat added) lab", in: folder)
  }

  @Test("an archive's program is on the path afterwards; another digest, and no archive, stop it")
  func installs() throws {
    let run = try install("a lab.tar.gz")
    #expect(run.code == 0 && run.output == "1\n", "\(run)")
    let digest = try ToolRun.callersShell("sha256sum 'a lab.tar.gz' | cut -d' ' -f1", in: folder).output
    #expect(try install("a lab.tar.gz", sha256: digest.trimmingCharacters(in: .newlines)).code == 0)
    #expect(try install("a lab.tar.gz", sha256: String(repeating: "0", count: 64)).code != 0)
    #expect(try install("none.tar.gz").code != 0)
    #expect(try install("http://example.org/x.tar.gz").code != 0, "only https is fetched")
    #expect(!FileManager.default.fileExists(atPath: folder.path("added")))
  }
}
