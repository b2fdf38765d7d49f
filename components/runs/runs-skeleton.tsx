import { Skeleton } from '@/components/ui/skeleton'

const rows = Array.from({ length: 14 }, (_, row) => `row ${row}`)

/** The table of runs, before it has any. */
export function RunsSkeleton() {
  return (
    <div role="status" aria-label="Loading runs" className="mt-8 divide-y">
      {rows.map((row) => (
        <div key={row} className="flex h-10 items-center gap-4">
          <Skeleton className="size-3.5 shrink-0 rounded-full" />
          <Skeleton className="h-3.5 w-1/4" />
          <Skeleton className="h-3.5 w-28 max-md:hidden" />
          <Skeleton className="ml-auto h-3.5 w-14 max-sm:hidden" />
          <Skeleton className="h-2 w-24 max-md:hidden" />
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-3.5 w-12 max-sm:hidden" />
        </div>
      ))}
    </div>
  )
}
