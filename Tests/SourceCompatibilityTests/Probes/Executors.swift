import Foundation
import SwiftData

actor HandWritten: ModelActor {
    nonisolated let modelContainer: ModelContainer
    nonisolated let modelExecutor: any ModelExecutor

    init(modelContainer: ModelContainer) {
        self.modelContainer = modelContainer
        self.modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(modelContainer))
    }
    func dirty() -> Bool { modelContext.hasChanges }
}

final class InlineExecutor: SerialModelExecutor, @unchecked Sendable {
    let modelContext: ModelContext
    init(_ container: ModelContainer) { self.modelContext = ModelContext(container) }
    func enqueue(_ job: consuming ExecutorJob) {
        job.runSynchronously(on: asUnownedSerialExecutor())
    }
    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

func executorUse(_ container: ModelContainer) async -> Bool {
    let standard = DefaultSerialModelExecutor(modelContext: ModelContext(container))
    let general: any ModelExecutor = standard
    let serial: any SerialModelExecutor = InlineExecutor(container)
    let plain: any SerialExecutor = standard
    let unowned: UnownedSerialExecutor = standard.asUnownedSerialExecutor()
    let context: ModelContext = standard.modelContext
    _ = (general.modelContext, serial.modelContext, plain, unowned, context)
    return await HandWritten(modelContainer: container).dirty()
}

func forward(_ job: consuming ExecutorJob, to executor: DefaultSerialModelExecutor) {
    executor.enqueue(job)
}
