import { Skeleton } from '@/components/ui/skeleton'
import { PLOT_HEIGHT } from './plot-style'

/** Holds a plot's place until its code has come. */
export function PlotSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading chart"
      style={{ height: PLOT_HEIGHT }}
      className="flex items-end gap-2 pb-6 pl-9"
    >
      {[46, 62, 55, 70, 64, 78, 72, 66, 74, 80].map((height) => (
        <span key={height} className="flex-1" style={{ height: `${height}%` }}>
          <Skeleton className="h-full w-full opacity-50" />
        </span>
      ))}
    </div>
  )
}
