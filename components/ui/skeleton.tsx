import { clsx } from 'clsx'

/** Placeholder for loading content. Give it the content's size; announce the loading state once, on a parent. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={clsx('block animate-pulse rounded-sm bg-selected', className)} />
}

type SkeletonRowsProps = { rows: number; className?: string }

export function SkeletonRows({ rows, className }: SkeletonRowsProps) {
  return (
    <div role="status" aria-label="Loading" className={clsx('divide-y', className)}>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
        <div key={key} className="flex h-10 items-center gap-4">
          <Skeleton className="h-3.5 w-1/4" />
          <Skeleton className="h-3.5 w-1/6" />
          <Skeleton className="ml-auto h-3.5 w-16" />
          <Skeleton className="h-3.5 w-10" />
        </div>
      ))}
    </div>
  )
}
