import RecordStore

extension ModelContext {
  /// Registers `model` with the context, and says what the next save does if a model with its unique
  /// values is already there.
  ///
  /// The policy concerns only this model. Models that are inserted because it is related to them
  /// have the context's ``insertionPolicy``. A model that is already stored is not concerned.
  ///
  /// ```swift
  /// let account = Account(number: 1)
  /// context.insert(account, onConflict: .fail)
  /// try context.save()
  /// ```
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - policy: What to do if its unique values are taken.
  public func insert<T: PersistentModel>(_ model: T, onConflict policy: InsertionPolicy) {
    insert(model)
    guard let state = ModelStates.state(of: RowInstance.current(model)),
      state.pointee.context === self, state.isMarked(.inserted)
    else { return }
    // Temporary keys are unique, unlike the addresses of models that may be released.
    insertionPolicies[state.pointee.key] = policy
  }

  /// The policies of inserted instances, for a plan.
  func insertions(of inserted: [PendingChanges.Entry]) -> SavePlan.Insertions {
    var insertions = SavePlan.Insertions()
    insertions.usual = insertionPolicy.planned
    guard !insertionPolicies.isEmpty else { return insertions }
    for (number, entry) in inserted.enumerated() {
      guard let policy = insertionPolicies[entry.state.pointee.key] else { continue }
      insertions.others[number] = policy.planned
    }
    return insertions
  }

  /// Throws if an inserted instance must not replace an existing one, in a store that decides that
  /// by itself.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel`.
  func checkUpserts(of inserted: [PendingChanges.Entry]) throws {
    guard insertionPolicy != .upsert || !insertionPolicies.isEmpty else { return }
    for entry in inserted where !entry.binding.uniqueness.isEmpty {
      let policy = insertionPolicies[entry.state.pointee.key] ?? insertionPolicy
      guard policy != .upsert else { continue }
      throw SwiftDataError.unsupportedModel.explained(
        "The insertion policy .\(policy) is not available: the model's custom store decides by "
          + "itself what happens to models with equal unique values.",
        entity: entry.binding.name,
        advice: "Insert the model with the policy .upsert, or fetch the existing model first.")
    }
  }
}

extension InsertionPolicy {
  fileprivate var planned: SavePlan.Insertions.Policy {
    switch self {
    case .upsert: .upsert
    case .fail: .fail
    case .keepExisting: .keepExisting
    }
  }
}
