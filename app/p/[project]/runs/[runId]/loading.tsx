import { RunSkeleton } from '@/components/runs/detail/run-skeleton'

export default function Loading() {
  return <RunSkeleton />
}
