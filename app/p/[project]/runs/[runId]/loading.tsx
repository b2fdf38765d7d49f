import { Skeleton } from '@/components/ui/skeleton'

export default function Loading() {
  return <RunSkeleton />
}

const lines = Array.from({ length: 9 }, (_, line) => `line ${line}`)

/** Placeholder of a run while it loads. */
function RunSkeleton() {
  return (
    <div role="status" aria-label="Loading the run">
      <Skeleton className="h-6 w-72" />
      <Skeleton className="mt-3 h-4 w-96 max-w-full" />
      <Skeleton className="mt-4 h-5 w-56" />
      <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,1fr)_17rem] 2xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-3 lg:col-start-2 lg:row-start-1">
          <Skeleton className="h-9 w-24" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
        <div className="@container lg:col-start-1 lg:row-start-1">
          <div className="grid gap-x-6 @2xl:grid-cols-[10.5rem_minmax(0,1fr)]">
            <div className="@2xl:block hidden space-y-3">
              {lines.map((row) => (
                <Skeleton key={row} className="h-3 w-full" />
              ))}
            </div>
            <div className="max-w-180 space-y-6">
              <Skeleton className="h-8 w-64" />
              {lines.map((row) => (
                <div key={row} className="space-y-2">
                  <Skeleton className="h-4 w-32" />
                  <Skeleton className="h-10 w-full" />
                </div>
              ))}
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}
