import { Skeleton } from '@/components/ui/skeleton'

export default function Loading() {
  return <RunSkeleton />
}

const lines = Array.from({ length: 9 }, (_, line) => `line ${line}`)

/** A run, before it is there. */
function RunSkeleton() {
  return (
    <div role="status" aria-label="Loading the run">
      <Skeleton className="h-6 w-72" />
      <Skeleton className="mt-3 h-4 w-96 max-w-full" />
      <div className="mt-8 grid gap-8 lg:grid-cols-2 xl:grid-cols-3">
        <Skeleton className="h-112 w-full rounded-md" />
        <div className="space-y-3">
          {lines.map((row) => (
            <Skeleton key={row} className="h-4 w-full" />
          ))}
        </div>
        <div className="space-y-3">
          <Skeleton className="h-9 w-24" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      </div>
    </div>
  )
}
