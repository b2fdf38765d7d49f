import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { listAuditEvents, verifyAudit } from '@/lib/contracts/audit'
import type { AuditListInput } from './audit-search'

/** Events of one page of the list. */
export const AUDIT_PAGE_SIZE = 100

/** The page of events below this number, as `audit.list` takes it. */
export function auditPage(input: AuditListInput, before: number | undefined): AuditListInput {
  return { ...input, limit: AUDIT_PAGE_SIZE, ...(before !== undefined && { before }) }
}

export const auditQueries = {
  /** The events in sight. They stand apart from what a live event makes stale: `head` says what would be new. */
  list: (project: string, input: AuditListInput) =>
    infiniteQueryOptions({
      queryKey: [project, 'audit-list', input],
      queryFn: ({ pageParam, signal }) =>
        fetchContract<typeof listAuditEvents>('GET /api/v1/audit', auditPage(input, pageParam), { project, signal }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** The newest page as it would be now. */
  head: (project: string, input: AuditListInput) =>
    queryOptions({
      queryKey: [project, 'audit', input],
      queryFn: ({ signal }) =>
        fetchContract<typeof listAuditEvents>('GET /api/v1/audit', auditPage(input, undefined), { project, signal }),
    }),
  /** One event by its number; null where there is none. */
  event: (project: string, seq: number) =>
    queryOptions({
      queryKey: [project, 'audit-event', seq],
      queryFn: async ({ signal }) => {
        const { events } = await fetchContract<typeof listAuditEvents>(
          'GET /api/v1/audit',
          { before: seq + 1, limit: 1 },
          { project, signal },
        )
        return events.find((event) => event.seq === seq) ?? null
      },
    }),
}

export const verifyAuditMutation = (project: string) =>
  mutationOptions({
    mutationFn: () => fetchContract<typeof verifyAudit>('GET /api/v1/audit/verification', {}, { project }),
  })

/** Where the whole log is downloaded from. */
export function auditExportHref(project: string): string {
  return `/api/v1/audit/export?project=${encodeURIComponent(project)}`
}
