import { MissingChain } from '@/components/chains/missing'

export default function LevelNotFound() {
  return <MissingChain />
}
