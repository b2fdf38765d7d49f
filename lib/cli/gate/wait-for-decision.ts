import { isTemporary } from '@/lib/api/with-retries'
import { type GateWait, MAX_WAIT_S, waitForGate } from '@/lib/contracts/gate-requests'
import type { Send } from '../connection'
import type { Terminal } from '../terminal'

// A desk that shuts down answers early; it is not to be asked in a tight loop meanwhile.
const EARLY_MS = 1000

/**
 * The gate once it is closed, or as it stands when `seconds` are over; 0 asks once. A desk that goes away meanwhile is
 * waited for as well, for as long as there is time. Says where a person decides as soon as it begins to wait.
 * @throws ApiError where the first question fails, or a later one for good.
 */
export async function waitForDecision(
  send: Send,
  gateId: string,
  seconds: number,
  { note, now, sleep }: Pick<Terminal, 'note' | 'now' | 'sleep'>,
): Promise<GateWait> {
  const ends = now() + seconds * 1000
  let answer = await send(waitForGate, { gateId, timeoutSeconds: 0 })
  if (!answer.decided && seconds > 0) note(`waiting for a person: ${answer.url}`)
  while (!answer.decided && now() < ends) {
    const since = now()
    const timeoutSeconds = Math.min(Math.ceil((ends - since) / 1000), MAX_WAIT_S)
    try {
      answer = await send(waitForGate, { gateId, timeoutSeconds })
    } catch (error) {
      if (!isTemporary(error) || now() >= ends) throw error
    }
    if (!answer.decided && now() - since < EARLY_MS) await sleep(EARLY_MS)
  }
  return answer
}
