import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/call'
import { listAuditEvents, verifyAudit } from '@/lib/contracts/audit'
import type { AuditListInput } from './audit-search'

const PAGE_SIZE = 100

/** The page of events below this number, as `audit.list` takes it. */
export function auditPage(input: AuditListInput, before: number | undefined): AuditListInput {
  return { ...input, limit: PAGE_SIZE, ...(before !== undefined && { before }) }
}

export const auditQueries = {
  list: (project: string, input: AuditListInput) =>
    infiniteQueryOptions({
      queryKey: [project, 'audit', input],
      queryFn: ({ pageParam, signal }) => call(listAuditEvents, auditPage(input, pageParam), { project, signal }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  /** One event by its number; null where there is none. */
  event: (project: string, seq: number) =>
    queryOptions({
      queryKey: [project, 'audit-event', seq],
      queryFn: async ({ signal }) => {
        const { events } = await call(listAuditEvents, { before: seq + 1, limit: 1 }, { project, signal })
        return events.find((event) => event.seq === seq) ?? null
      },
    }),
}

export const verifyAuditMutation = (project: string) =>
  mutationOptions({ mutationFn: () => call(verifyAudit, {}, { project }) })

/** Where the whole log is downloaded from. */
export function auditExportHref(project: string): string {
  return `/api/v1/audit/export?project=${encodeURIComponent(project)}`
}
