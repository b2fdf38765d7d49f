import { SkeletonRows } from '@/components/ui/skeleton'

export default function LoadingFailure() {
  return <SkeletonRows rows={12} />
}
