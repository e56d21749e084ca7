import Foundation
@testable import OpenSwiftData
import StoreTesting
import Testing

@Model
private final class Chapter {
  var number: Int
  var parent: Chapter?
  @Relationship(inverse: \Chapter.parent) var children: [Chapter] = []
  var figures: [Figure] = []
  init(number: Int) { self.number = number }
}

@Model
private final class Figure {
  var number: Int
  init(number: Int) { self.number = number }
}

/// Refreshed members are replaced only after all inverse relationships reflect a change.
@Suite("Members that are read anew later")
struct PostponedMembersTests {
  /// An observer that reads members while their owner is refreshed sees the previous ones.
  ///
  /// To record the change, undo reads the children of the moved chapter's parent. One of them is
  /// the new
  /// parent, whose figures another context has changed.
  @Test func observersSeeFormerMembersUntilReadAgain() throws {
    let store = try TestStore(.file, [Chapter.self, Figure.self])
    let first = store.makeContext()
    let chapters = (1...3).map { Chapter(number: $0) }
    first.insert(chapters[0])
    chapters[0].children = [chapters[1], chapters[2]]
    chapters[1].figures = [Figure(number: 4)]
    try first.save()

    let context = store.makeContext()
    context.undoManager = UndoManager()
    let found = try context.fetch(
      FetchDescriptor<Chapter>(
        predicate: #Predicate { $0.number > 1 }, sortBy: [SortDescriptor(\.number)]))
    found[0].figures.append(Figure(number: 5))
    let second = try store.makeReopenedContext()
    for chapter in try second.fetch(FetchDescriptor<Chapter>()) where chapter.number == 2 {
      chapter.figures.append(Figure(number: 6))
    }
    try second.save()
    let observer = FigureObserver(found[0])
    found[0].children = [found[1]]
    // Initially, when the row was loaded, and when the members were replaced.
    #expect(observer.values == [[4, 5], [4, 5], [4, 5]])
    #expect(Set(found[0].figures.map(\.number)) == [4, 5, 6])
  }

  /// Reads a chapter's figures whenever they change.
  private final class FigureObserver: @unchecked Sendable {
    // `@unchecked`: notified on the one thread that changes the chapter.
    private let chapter: Chapter
    private(set) var values: [[Int]] = []

    init(_ chapter: Chapter) {
      self.chapter = chapter
      look()
    }

    private func look() {
      withObservationTracking {
        values.append(chapter.figures.map(\.number))
      } onChange: { [weak self] in
        self?.look()
      }
    }
  }
}
