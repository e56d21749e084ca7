import SyncPort
import Testing

@testable import SyncReplication

@Suite("Stamps of changes")
struct SyncStampTests {
  private static let now: Int64 = 1_800_000_000_000_000
  private static let year = 365 * SyncStamp.day
  private static let horizon = now + SyncStamp.day

  private func stamp(_ time: Int64, _ peer: String, over former: SyncStamp? = nil) -> SyncStamp {
    SyncStamp(time: time, peer: peer, replacing: former)
  }

  /// Which of two values without a common version is used.
  private func result(_ mine: SyncStamp?, _ theirs: SyncStamp?) -> String {
    func content(_ text: String, _ stamp: SyncStamp?) -> SyncContent {
      var marks = SyncMarks()
      marks.set(stamp, of: "text")
      return SyncContent(fields: ["text": .text(text)], marks: marks)
    }
    let merge = SyncMerge(
      kind: "Note", base: nil, mine: content("mine", mine), theirs: content("theirs", theirs),
      horizon: Self.horizon, resolver: { _ in nil })
    let winner = merge.merged.fields["text"] == .text("mine") ? mine : theirs
    #expect(merge.merged.marks.stamp(of: "text") == winner)
    return winner == mine ? "mine" : "theirs"
  }

  @Test func textIsReadBack() {
    let far = stamp(Self.now + 9 * Self.year, "a.b")
    for stamp in [far, stamp(Self.now, "b", over: far), stamp(Self.now, "")] {
      #expect(SyncStamp(stamp.text) == stamp)
    }
    #expect(SyncStamp("x;y") == nil)
    #expect(SyncStamp("5.a;nothing")?.replaced == nil)
    // Times after the year 3000 are not read.
    #expect(SyncStamp("5.a;zzzzzzzzzzzz.b")?.replaced == nil)
  }

  @Test func changesRememberReplacedStampsIfTimesAreFarApart() {
    let far = stamp(Self.now + 9 * Self.year, "a")
    #expect(stamp(Self.now, "b", over: far).replaced?.time == far.time)
    let near = stamp(Self.now + 1, "b", over: stamp(Self.now, "b", over: far))
    #expect(near.replaced?.time == far.time)
    #expect(stamp(Self.now, "b", over: stamp(Self.now - 1, "a")).replaced == nil)
    #expect(stamp(Self.now, "b", over: stamp(Self.now - Self.year, "a")).replaced?.peer == "a")
  }

  @Test func valuesFromTheFutureLose() {
    let (far, farther) = (stamp(Self.now + Self.year, "a"), stamp(Self.now + 2 * Self.year, "a"))
    #expect(result(far, stamp(Self.now, "b")) == "theirs")
    #expect(result(stamp(Self.now, "b"), far) == "mine")
    // Two future values are compared like others.
    #expect(result(farther, far) == "mine")
    #expect(result(far, farther) == "theirs")
  }

  @Test func valuesFromTheFutureReplaceThoseThatWereNeverSet() {
    let born = stamp(Self.now - 9 * Self.year, "c")
    func content(_ text: String, _ stamp: SyncStamp?) -> SyncContent {
      var marks = SyncMarks(born: born)
      if let stamp { marks.set(stamp, of: "text") }
      return SyncContent(fields: ["text": .text(text)], marks: marks)
    }
    let (far, unset) = (content("far", stamp(Self.now + Self.year, "a")), content("", nil))
    for (mine, theirs) in [(far, unset), (unset, far)] {
      let merge = SyncMerge(
        kind: "Note", base: nil, mine: mine, theirs: theirs, horizon: Self.horizon,
        resolver: { _ in nil })
      #expect(merge.merged.fields["text"] == .text("far"))
    }
  }

  @Test func replacementsWinWhateverTheClocksSay() {
    let now = stamp(Self.now, "b")
    let replacement = stamp(Self.now + Self.year, "a", over: now)
    #expect(result(now, replacement) == "theirs")
    #expect(result(replacement, now) == "mine")
    let far = stamp(Self.now + Self.year, "a")
    let next = stamp(Self.now, "b", over: far)
    #expect(result(far, next) == "theirs")
    #expect(result(next, far) == "mine")
  }

  /// A record that claims to replace every future change of a peer.
  @Test func claimsAboutFutureTimesDoNotCount() throws {
    let claim = try #require(
      SyncStamp("\(String(Self.now, radix: 36)).evil;\(String(SyncStamp.last, radix: 36)).b"))
    #expect(claim.replaced != nil)
    #expect(result(stamp(Self.now + 1, "b"), claim) == "mine")
    #expect(result(claim, stamp(Self.now + 1, "b")) == "theirs")
  }
}
