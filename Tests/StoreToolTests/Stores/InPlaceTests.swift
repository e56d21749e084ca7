import CoreDataFormat
import Foundation
import RecordStore
import SampleStores
import StoreTool
import SwiftDataErrors
import Testing

/// Files of Apple's frameworks are written in place, and only written values change.
@Suite(
  "Writing in place", .enabled(if: SampleStores.isPresent, SampleStores.reason))
struct InPlaceTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func problems(_ path: String) throws -> Set<String> {
    let found = try ToolRun("check", path, "--format", "json").json() as? [[String: Any]] ?? []
    // Deleting rows may also remove existing problems.
    return Set(found.map { "\($0["message"] ?? "")".filter { !$0.isNumber } })
  }

  @Test(arguments: SampleStores.files)
  func onlyWrittenValuesChange(_ name: String) throws {
    let path = try SampleStores.copy(name, to: folder.url).path
    let before = try problems(path)
    let program: InPlaceProgram
    do {
      program = try InPlaceProgram(path, copyingTo: folder.url)
    } catch let error as SwiftDataError where error == .unknownSchema {
      // A model that is derived from tables is not enough to write.
      let reader = try StoreReader(URL(fileURLWithPath: path))
      guard case .derived = try FileModel(reader).origin else { throw error }
      return
    } catch let error as SwiftDataError
      where error == .storeIsReadOnly || before.contains(where: { $0.contains("metadata") })
    {
      return
    }
    let outcome = try program.run()
    #expect(outcome.problems == [], "\(outcome.problems.count)")
    let other = outcome.statements.filter {
      !$0.hasPrefix(SideTable.memberOrder) && !$0.contains("ATRANSACTION")
        && !$0.contains("ACHANGE") && !$0.hasPrefix("Z_TRANSACTION")
    }
    #expect(other == [])
    let after = try problems(path)
    #expect(after.subtracting(before) == [])
  }
}
