#if !canImport(Darwin)
  import OpenSwiftData
  import Testing

  @Suite("Undo manager")
  struct UndoManagerTests {
    private final class Document {
      var text = ""
      let manager: UndoManager

      init(_ manager: UndoManager) { self.manager = manager }

      func set(_ new: String) {
        let old = text
        manager.registerUndo(withTarget: self) { $0.set(old) }
        text = new
      }
    }

    @Test func undoAndRedoWalkThroughAllStates() {
      let manager = UndoManager()
      let document = Document(manager)
      let states = ["", "a", "b", "c", "d"]
      for state in states.dropFirst() { document.set(state) }
      for state in states.dropLast().reversed() {
        #expect(manager.canUndo)
        manager.undo()
        #expect(document.text == state)
      }
      #expect(!manager.canUndo)
      for state in states.dropFirst() {
        manager.redo()
        #expect(document.text == state)
      }
      #expect(!manager.canRedo)
    }

    @Test func aGroupIsUndoneAsOne() {
      let manager = UndoManager()
      let document = Document(manager)
      document.set("a")
      manager.beginUndoGrouping()
      document.set("b")
      manager.beginUndoGrouping()
      document.set("c")
      #expect(manager.groupingLevel == 2)
      manager.endUndoGrouping()
      manager.setActionName("Typing")
      manager.endUndoGrouping()
      #expect(manager.undoActionName == "Typing")
      manager.undo()
      #expect(document.text == "a")
      #expect(manager.redoActionName == "Typing")
      manager.redo()
      #expect(document.text == "c")
    }

    @Test func aChangeAfterUndoDiscardsRedo() {
      let manager = UndoManager()
      let document = Document(manager)
      document.set("a")
      manager.undo()
      document.set("b")
      #expect(!manager.canRedo)
    }

    @Test func theManagerKeepsAtMostTheGivenLevels() {
      let manager = UndoManager()
      let document = Document(manager)
      manager.levelsOfUndo = 2
      for state in ["a", "b", "c"] { document.set(state) }
      while manager.canUndo { manager.undo() }
      #expect(document.text == "a")
    }

    @Test func actionsAreRemovedByTargetOrEntirely() {
      let manager = UndoManager()
      let document = Document(manager)
      let other = Document(manager)
      document.set("a")
      other.set("b")
      manager.removeAllActions(withTarget: other)
      manager.undo()
      #expect(document.text == "")
      #expect(other.text == "b")
      #expect(!manager.canUndo)
      document.set("c")
      manager.removeAllActions()
      #expect(!manager.canUndo)
      #expect(!manager.canRedo)
    }

    @Test func aDisabledManagerRegistersNothing() {
      let manager = UndoManager()
      let document = Document(manager)
      manager.disableUndoRegistration()
      document.set("a")
      manager.enableUndoRegistration()
      #expect(!manager.canUndo)
      #expect(manager.isUndoRegistrationEnabled)
      manager.endUndoGrouping()
      manager.undo()
      #expect(document.text == "a")
    }

    @Test func theManagerDoesNotRetainTargets() {
      let manager = UndoManager()
      weak var document: Document?
      do {
        let made = Document(manager)
        made.set("a")
        document = made
      }
      #expect(document == nil)
      manager.undo()
      #expect(!manager.canUndo)
    }
  }
#endif
