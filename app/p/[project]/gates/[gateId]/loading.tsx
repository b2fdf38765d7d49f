import { GateSkeleton } from '@/components/gates/gate-skeleton'

export default function LoadingGate() {
  return <GateSkeleton />
}
