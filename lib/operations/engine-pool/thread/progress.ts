const TIMES = 2
const PLACES = 2

/** The progress of a thread with its task, in memory shared with the main thread. It outlives a terminated thread. */
export class Progress {
  private readonly times: Float64Array
  private readonly places: Int32Array
  readonly memory: SharedArrayBuffer

  constructor(memory = new SharedArrayBuffer(TIMES * 8 + PLACES * 4)) {
    this.memory = memory
    this.times = new Float64Array(memory, 0, TIMES)
    this.places = new Int32Array(memory, TIMES * 8, PLACES)
  }

  /** Marks the task as started. @param cpuMs the thread's CPU time so far */
  start(threadId: number, cpuMs: number): void {
    this.times[0] = cpuMs
    this.times[1] = Date.now()
    Atomics.store(this.places, 0, threadId)
  }

  /** Marks the list item that the thread starts with now. */
  reach(index: number): void {
    Atomics.store(this.places, 1, index)
  }

  /** The thread, the start time in ms since 1970, and its CPU time at the start; null before the start. */
  get started(): { threadId: number; atMs: number; cpuMs: number } | null {
    const threadId = Atomics.load(this.places, 0)
    const [cpuMs = 0, atMs = 0] = this.times
    return threadId === 0 ? null : { threadId, atMs, cpuMs }
  }

  get index(): number {
    return Atomics.load(this.places, 1)
  }
}
