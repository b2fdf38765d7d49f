import type { Db } from '@/lib/db/client'
import type { Section } from './section'
export async function measureReads(_: { db: Db; baseUrl: string; runs: number; stop: AbortSignal }): Promise<Section> {
  throw new Error('todo')
}
