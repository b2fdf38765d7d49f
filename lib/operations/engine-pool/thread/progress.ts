const TIMES = 2
const PLACES = 2

/** How far a thread has come with its task, in memory that both threads see. It outlives a thread that is ended. */
export class Progress {
  private readonly times: Float64Array
  private readonly places: Int32Array

  constructor(readonly memory = new SharedArrayBuffer(TIMES * 8 + PLACES * 4)) {
    this.times = new Float64Array(memory, 0, TIMES)
    this.places = new Int32Array(memory, TIMES * 8, PLACES)
  }

  /** The thread has the task in its hands. @param cpuMs what it had spent on the processor by then */
  start(threadId: number, cpuMs: number): void {
    this.times[0] = cpuMs
    this.times[1] = Date.now()
    Atomics.store(this.places, 0, threadId)
  }

  /** The thread begins with this item of a list. */
  reach(index: number): void {
    Atomics.store(this.places, 1, index)
  }

  /** Which thread has begun when, in ms since 1970, and what it had spent by then; null as long as none has. */
  get started(): { threadId: number; atMs: number; cpuMs: number } | null {
    const threadId = Atomics.load(this.places, 0)
    const [cpuMs = 0, atMs = 0] = this.times
    return threadId === 0 ? null : { threadId, atMs, cpuMs }
  }

  get index(): number {
    return Atomics.load(this.places, 1)
  }
}
