const NOT_STARTED = 0

/** How far a thread has come with its task, in memory that both threads see. It outlives a thread that is ended. */
export class Progress {
  private readonly startedMs: Float64Array
  private readonly place: Int32Array

  constructor(readonly memory = new SharedArrayBuffer(16)) {
    this.startedMs = new Float64Array(memory, 0, 1)
    this.place = new Int32Array(memory, 8, 1)
  }

  /** The thread has the task in its hands. */
  start(): void {
    this.startedMs[0] = Date.now()
  }

  /** The thread begins with this item of a list. */
  reach(index: number): void {
    Atomics.store(this.place, 0, index)
  }

  /** When the thread began, in ms since 1970; null as long as it has not. */
  get startedAt(): number | null {
    const [startedMs = NOT_STARTED] = this.startedMs
    return startedMs === NOT_STARTED ? null : startedMs
  }

  get index(): number {
    return Atomics.load(this.place, 0)
  }
}
