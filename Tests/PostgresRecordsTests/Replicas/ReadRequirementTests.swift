import PostgresDriver
import Testing

@testable import PostgresRecords

@Suite("What a replica must show")
struct ReadRequirementTests {
  private let start = ContinuousClock.now

  private func position(_ offset: UInt64, timeline: UInt32 = 1) -> PostgresLogPosition {
    PostgresLogPosition(timeline: timeline, offset: offset)
  }

  private func take(
    _ offset: UInt64, after time: Duration, _ requirement: inout ReadRequirement
  ) {
    requirement.take(position(offset), askedAt: start + time, requirement.ticket)
  }

  @Test func requirementIsUnknownBeforeTheFirstSample() {
    var requirement = ReadRequirement(maximumLag: nil)
    requirement.note(position(10))
    #expect(requirement.mustSample(at: start))
    #expect(requirement.demand(at: start) == nil)
    take(20, after: .zero, &requirement)
    #expect(requirement.demand(at: start) == position(20))
    #expect(!requirement.wantsSample(at: start + .seconds(3600)))
  }

  @Test func requirementIsTheLatestCommit() {
    var requirement = ReadRequirement(maximumLag: nil)
    take(20, after: .zero, &requirement)
    requirement.note(position(40))
    requirement.note(position(30))
    #expect(requirement.demand(at: start) == position(40))
  }

  @Test func unknownPositionsRequireANewSample() {
    var requirement = ReadRequirement(maximumLag: nil)
    take(20, after: .zero, &requirement)
    requirement.noteUnknown()
    #expect(requirement.mustSample(at: start))
    #expect(requirement.demand(at: start) == nil)
    let ticket = requirement.ticket
    // Another change is made while the server is queried.
    requirement.noteUnknown()
    requirement.take(position(30), askedAt: start, ticket)
    #expect(requirement.demand(at: start) == nil)
    take(50, after: .zero, &requirement)
    #expect(requirement.demand(at: start) == position(50))
  }

  /// A position that was known one bound ago is enough.
  ///
  /// A bound is divided, so that a slightly delayed replica suffices.
  @Test func requirementFollowsTheAllowedLag() {
    var requirement = ReadRequirement(maximumLag: .seconds(8))
    take(10, after: .zero, &requirement)
    take(20, after: .seconds(3), &requirement)
    take(30, after: .seconds(6), &requirement)
    #expect(requirement.demand(at: start + .seconds(7)) == position(10))
    #expect(requirement.demand(at: start + .seconds(9)) == position(20))
    #expect(!requirement.wantsSample(at: start + .seconds(7)))
    #expect(requirement.wantsSample(at: start + .seconds(9)))
    #expect(!requirement.mustSample(at: start + .seconds(13)))
    #expect(requirement.mustSample(at: start + .seconds(15)))
  }

  @Test func zeroLagRequiresEveryWrite() {
    var requirement = ReadRequirement(maximumLag: .zero)
    take(10, after: .zero, &requirement)
    #expect(requirement.mustSample(at: start + .nanoseconds(1)))
    take(20, after: .seconds(1), &requirement)
    #expect(requirement.demand(at: start + .seconds(1)) == position(20))
    // The query takes time, too.
    #expect(requirement.demand(at: start + .seconds(2)) == position(20))
  }

  @Test func aNewTimelineReplacesTheRequirement() {
    var requirement = ReadRequirement(maximumLag: nil)
    take(500, after: .zero, &requirement)
    requirement.note(position(100, timeline: 2))
    requirement.note(position(900, timeline: 1))
    #expect(requirement.demand(at: start) == position(100, timeline: 2))
  }
}

@Suite("Leaving replicas alone")
struct ReplicaStateTests {
  private let start = ContinuousClock.now

  // The macro does not accept a mutating call.
  private func mayBeTried(_ state: inout ReplicaState, _ time: ContinuousClock.Instant) -> Bool {
    state.mayBeTried(at: time)
  }

  @Test func oneReaderRetriesAFailedReplica() {
    var state = ReplicaState()
    #expect(mayBeTried(&state, start))
    #expect(mayBeTried(&state, start))
    state.leaveAlone(.failure, at: start)
    #expect(!mayBeTried(&state, start + .milliseconds(900)))
    #expect(mayBeTried(&state, start + .milliseconds(1100)))
    #expect(!mayBeTried(&state, start + .milliseconds(1200)))
    state.noteFit()
    #expect(mayBeTried(&state, start))
    #expect(mayBeTried(&state, start))
  }

  @Test func retryDelaysGrow() {
    var state = ReplicaState()
    var time = start
    for delay in [1, 2, 4, 8, 16, 30, 30] {
      state.leaveAlone(.failure, at: time)
      #expect(!mayBeTried(&state, time + .seconds(delay) - .milliseconds(1)))
      time += .seconds(delay)
      #expect(mayBeTried(&state, time))
    }
  }
}
