import { getEnv } from '@/lib/env'

/** The OpenAI-compatible endpoint that judges. */
export type JudgeEndpoint = { baseUrl: string; apiKey: string | null; model: string }

/** The endpoint that the environment names, or null when it names none. */
export function judgeEndpoint(): JudgeEndpoint | null {
  const { JUDGE_BASE_URL, JUDGE_API_KEY, JUDGE_MODEL } = getEnv()
  if (JUDGE_BASE_URL === undefined || JUDGE_MODEL === undefined) return null
  return { baseUrl: JUDGE_BASE_URL, apiKey: JUDGE_API_KEY ?? null, model: JUDGE_MODEL }
}

/** Where the endpoint is, without what may be secret in its address. */
export function shownAddress({ baseUrl }: JudgeEndpoint): string {
  const { origin, pathname } = new URL(baseUrl)
  return `${origin}${pathname === '/' ? '' : pathname}`
}
