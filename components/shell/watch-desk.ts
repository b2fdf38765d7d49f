import type { QueryClient } from '@tanstack/react-query'
import { keepVisited } from '@/components/domain-ui/visited-projects'
import { correctClock } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { Role } from '@/lib/contracts/projects'
import { roles } from '@/lib/contracts/vocabulary'
import { formatRole } from '@/lib/presentation/labels/roles'
import { isOfLostProject, toProblem } from '@/lib/queries/problem'
import { projectsOfPage } from '@/lib/queries/project-search'
import { queryOf } from '@/lib/queries/query-of'
import { UNSENT } from '@/lib/queries/shown-person'
import { signInAgain } from '@/lib/queries/sign-in-again'
import { isStaleAfterEvent, makeInvalidator, makeRefetch } from '@/lib/queries/stale'
import { atEachHour } from './hours'
import { keepSession } from './keep-session'
import { type LiveState, openLiveConnection } from './live-connection'

type WatchOptions = {
  client: QueryClient
  project: string
  /** The server's name of the moment until which the page has seen all changes. */
  since: string
  sessionIssuedAtMs: number | null
  /** Whom the page shows as signed in. */
  userId: string
  onState: (state: LiveState) => void
}

/**
 * Notes the visit, renews the session while it is used, invalidates queries as changes happen on the server, and watches whatever the page
 * asks and sends for the two refusals that concern all of it: the session has ended, or the person was removed. Says when the person's role
 * changes. Returns a function that ends this.
 */
export function watchDesk({ client, project, since, sessionIssuedAtMs, userId, onState }: WatchOptions): () => void {
  keepTabOf(userId)
  keepVisited(project)
  const invalidator = makeInvalidator(makeRefetch(client))
  // The answer shows whether the person is signed in, and still a member.
  const lookAgain = () => void client.invalidateQueries({ queryKey: queryOf('GET /api/v1/projects', {}).queryKey })
  const endConnection = openLiveConnection({
    project,
    since,
    onState,
    onEvent: (event) => invalidator.add(JSON.stringify(event), isStaleAfterEvent(project, event)),
    onGap: () => invalidator.add('gap', () => true),
    onServerTime: correctClock,
    onRefused: lookAgain,
  })
  const endWatches = [client.getQueryCache(), client.getMutationCache()].map((cache) =>
    cache.subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      const { error } = event.action
      if (toProblem(error).code === 'unauthorized') showSessionEnded()
      if (isOfLostProject(error)) lookAgain()
    }),
  )
  const endRole = watchRole(client, project)
  const endSession = keepSession(sessionIssuedAtMs)
  const endGuard = guardWaiting(client)
  const endReturns = watchReturns(userId, () => invalidator.add('return', () => true))
  const endHours = atEachHour(() => invalidator.add('hour', ({ meta }) => meta?.isStill !== true))
  return () => {
    endHours()
    endReturns()
    endGuard()
    endSession()
    endRole()
    endConnection()
    invalidator.stop()
    for (const end of endWatches) end()
  }
}

/** Says that the person has another role now. With a lesser one the page, which may hold what they typed, stays as it is until they leave it. */
function watchRole(client: QueryClient, project: string): () => void {
  const { queryKey } = projectsOfPage(project)
  const read = () => client.getQueryData(queryKey)?.projects.find(({ slug }) => slug === project)?.role
  let role = read()
  return client.getQueryCache().subscribe(({ type }) => {
    const now = type === 'updated' ? read() : undefined
    if (now === undefined || now === role) return
    if (role !== undefined) showRole(now, roles.indexOf(now) < roles.indexOf(role))
    role = now
  })
}

function showRole(role: Role, isLesser: boolean): void {
  const words = `You are now ${formatRole(role)} of this project.`
  const lesser = {
    duration: Number.POSITIVE_INFINITY,
    description: 'What needs more is refused. What you typed stays until you leave this page.',
    action: { label: 'Close', onClick: () => {} },
  }
  if (isLesser) toast.warning(words, { id: 'role', ...lesser })
  else toast.success(words, { id: 'role' })
}

const SHOWN = 'veritas:signed-in'
let shown: string | undefined

/** Forgets what somebody else typed and did not send at this tab. A document that goes over to them still holds what the first one read. */
function keepTabOf(userId: string): void {
  try {
    if (!isTabOf(userId))
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith(UNSENT) && !key.startsWith(`${UNSENT}${userId}:`)) sessionStorage.removeItem(key)
    sessionStorage.setItem(SHOWN, userId)
  } catch {
    // Without storage nothing was kept.
  }
  if (shown !== undefined && shown !== userId) window.location.reload()
  shown = userId
}

/** Whether this tab is still that person's: signing out ends that, and so does somebody else. */
function isTabOf(userId: string): boolean {
  try {
    return sessionStorage.getItem(SHOWN) === userId
  } catch {
    return true
  }
}

/** The browser may keep a page that is left, and show it again as it was: also one of a person who has signed out since. */
function watchReturns(userId: string, onReturn: () => void): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    if (isTabOf(userId)) onReturn()
    else window.location.reload()
  }
  window.addEventListener('pageshow', onShow)
  return () => window.removeEventListener('pageshow', onShow)
}

/** While something waits for the connection to be sent, such as a verdict, the browser asks before it closes the page, which would lose it. */
function guardWaiting(client: QueryClient): () => void {
  const cache = client.getMutationCache()
  const askFirst = (event: BeforeUnloadEvent) => event.preventDefault()
  const look = () => {
    if (cache.getAll().some(({ state }) => state.isPaused)) window.addEventListener('beforeunload', askFirst)
    else window.removeEventListener('beforeunload', askFirst)
  }
  const end = cache.subscribe(look)
  return () => {
    end()
    window.removeEventListener('beforeunload', askFirst)
  }
}

/** Does not redirect, because the user may have unsaved input. */
function showSessionEnded(): void {
  toast.error('Your session has ended.', {
    id: 'session-ended',
    duration: Number.POSITIVE_INFINITY,
    description: 'This page may be out of date. Sign in again to save changes.',
    action: { label: 'Sign in', onClick: signInAgain },
  })
}
