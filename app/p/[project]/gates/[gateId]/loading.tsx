import { Skeleton } from '@/components/ui/skeleton'

export default function LoadingGate() {
  return <GateSkeleton />
}

function GateSkeleton() {
  return (
    <div role="status" aria-label="Loading the gate" className="mx-auto grid max-w-180 gap-8">
      <div className="grid gap-3">
        <Skeleton className="h-3 w-32" />
        <Skeleton className="h-7 w-3/4" />
        <Skeleton className="h-5 w-full" />
      </div>
      <Skeleton className="h-18 w-full" />
      <Skeleton className="aspect-[32/15] w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}
