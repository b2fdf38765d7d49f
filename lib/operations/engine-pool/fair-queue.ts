import { AppError } from '../errors'

/** The project and caller of an entry: callers take turns, and no project exceeds its share. */
export type Asker = { project: string; caller: string }

type QueueLimits = {
  /** Entries that run at the same time. */
  slots: number
  /** The most slots of one project, so that there is always room for another. */
  share: number
  /** Entries of one project that may wait; further ones are rejected. */
  maxWaiting: number
  maxWaitMs: number
  /** What a caller is told who is rejected. */
  refusal: string
}

type Waiting = Asker & { begin: () => void }

const RETRY_AFTER_S = 5

/** Limits the number of concurrent slow tasks and schedules them fairly between projects and their callers. */
export class FairQueue {
  private readonly running = new Map<string, number>()
  private readonly waiting: Waiting[] = []
  private readonly served = new Map<string, number>()
  private busy = 0
  private turns = 0
  private readonly limits: QueueLimits

  constructor(limits: QueueLimits) {
    this.limits = limits
  }

  /**
   * Runs `work` when a slot for the asker is free.
   * @throws AppError rate_limited when too many entries of the project wait already, or this one waited too long.
   */
  async run<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    await this.turn(asker)
    try {
      return await work()
    } finally {
      this.leave(asker)
    }
  }

  private turn(asker: Asker): Promise<void> {
    if (this.hasRoom(asker)) {
      this.enter(asker)
      return Promise.resolve()
    }
    const waitingOfProject = this.waiting.filter(({ project }) => project === asker.project).length
    if (waitingOfProject >= this.limits.maxWaiting) return Promise.reject(this.refuse())
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(entry), 1)
        reject(this.refuse())
      }, this.limits.maxWaitMs)
      const begin = () => {
        clearTimeout(giveUp)
        resolve()
      }
      const entry = { ...asker, begin }
      this.waiting.push(entry)
    })
  }

  private refuse(): AppError {
    return new AppError('rate_limited', this.limits.refusal, [], RETRY_AFTER_S)
  }

  private hasRoom({ project }: Asker): boolean {
    return this.busy < this.limits.slots && (this.running.get(project) ?? 0) < this.limits.share
  }

  private enter({ project, caller }: Asker): void {
    this.busy++
    this.running.set(project, (this.running.get(project) ?? 0) + 1)
    this.served.set(caller, ++this.turns)
  }

  private leave({ project }: Asker): void {
    this.busy--
    const left = (this.running.get(project) ?? 1) - 1
    if (left > 0) this.running.set(project, left)
    else this.running.delete(project)
    for (let next = this.takeNext(); next; next = this.takeNext()) {
      this.enter(next)
      next.begin()
    }
    if (this.busy === 0) this.served.clear()
  }

  /** Takes the waiting entry with room whose caller was served least recently. */
  private takeNext(): Waiting | undefined {
    const able = this.waiting.filter((entry) => this.hasRoom(entry))
    const last = ({ caller }: Waiting) => this.served.get(caller) ?? 0
    const [next] = able.sort((a, b) => last(a) - last(b))
    if (next) this.waiting.splice(this.waiting.indexOf(next), 1)
    return next
  }
}
