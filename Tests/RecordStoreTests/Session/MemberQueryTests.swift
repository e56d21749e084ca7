import SQLCore
import Testing

@testable import RecordStore

@Suite("Members' queries")
struct MemberQueryTests {
  /// A range can replace a list of keys only if the keys are consecutive.
  @Test(
    arguments: [
      ([3], true), ([3, 4, 5], true), ([Int64.max], true), ([3, 5], false), ([3, 3, 5], false),
      ([3, 3, 6, 6], false), ([3, 5, 4, 6], false), ([5, 4], false), ([3, 3], false),
      ([Int64.min, Int64.max], false),
    ] as [([Int64], Bool)])
  func consecutiveKeysBecomeARange(_ keys: [Int64], _ isRange: Bool) {
    let sql = SQLDialect.sqlite.render(MemberQuery.isOne(of: keys, .name("A"))).text
    #expect(sql.contains("BETWEEN") == isRange, "\(sql)")
  }
}
