import Foundation
import PostgresData
import SwiftData

/// A row of the table `remarks`.
@Model
final class Remark {
  var body: String
  var commentableType: String
  var commentableID: Int
  var authorType: String?
  var authorID: String?
  var createdAt: Date = Date()
  var updatedAt: Date = Date()

  init(
    body: String, commentableType: String, commentableID: Int, authorType: String? = nil,
    authorID: String? = nil, createdAt: Date = Date(), updatedAt: Date = Date()
  ) {
    self.body = body
    self.commentableType = commentableType
    self.commentableID = commentableID
    self.authorType = authorType
    self.authorID = authorID
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}

extension Remark {
  /// The row that the columns `commentable_type` and `commentable_id` refer to; nil if there is
  /// none.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` if no model has the name in `commentable_type`.
  func commentable(in context: ModelContext) throws -> (any PersistentModel)? {
    try context.polymorphicModel(commentableType, key: commentableID)
  }
}

extension Remark {
  /// The row that the columns `author_type` and `author_id` refer to; nil if there is none.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` if no model has the name in `author_type`.
  func author(in context: ModelContext) throws -> (any PersistentModel)? {
    try context.polymorphicModel(authorType, key: authorID)
  }
}
