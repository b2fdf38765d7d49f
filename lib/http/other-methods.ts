import { AppError } from '@/lib/operations/errors'
import { handle } from './respond'

type Method = 'DELETE' | 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST' | 'PUT'

/**
 * Handlers of a route for all that it does not take: OPTIONS answers 204 and the rest 405, both with `allow`. A route exports those of its
 * missing methods, since Next refuses them with neither a body nor `Allow`.
 */
export function otherMethods(...taken: readonly Method[]): Readonly<Record<Method, () => Promise<Response>>> {
  const allow = allowOf(taken)
  const refuse = () => refuseMethod(allow)
  const answer = async () => answerOptions(allow)
  return { DELETE: refuse, GET: refuse, HEAD: refuse, OPTIONS: answer, PATCH: refuse, POST: refuse, PUT: refuse }
}

/** Value of `Allow` for the methods that a path has; where there is GET there is HEAD, and OPTIONS is everywhere. */
export function allowOf(taken: readonly string[]): string {
  return [...taken, ...(taken.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted().join(', ')
}

/** 204 with what the path takes. */
export const answerOptions = (allow: string) => new Response(null, { status: 204, headers: { allow } })

/** 405 in the shape of every error, with what the path takes. */
export async function refuseMethod(allow: string): Promise<Response> {
  const response = await handle(() => Promise.reject(new AppError('method_not_allowed', `send ${allow}`)))
  response.headers.set('allow', allow)
  return response
}
