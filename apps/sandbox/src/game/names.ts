import { createHash } from 'node:crypto';

const FIRST = (
  'Nova Frost Ember Shadow Storm Luna Iron Crimson Silver Star Moon Thunder Azure Jade Velvet Ghost ' +
  'Solar Misty Amber Coral Raven Blaze Glacier Lucky Tiny Mighty Sunny Cosmic Pixel Turbo Mango Salty'
).split(' ');
const SECOND = (
  'Fox Blade Wolf Rider Hunter Knight Mage Falcon Dragon Panda Tiger Archer Sage Rogue Captain Otter ' +
  'Phoenix Viper Bear Lynx Comet Spark Whisper Queen King Samurai Pirate Wizard Kitten Raptor Bunny Shark'
).split(' ');
const HIGHEST_LEVEL = 120;

/** Deterministic: a cid has the same character on every server and after every restart. */
export function characterOf(cid: string): { name: string; level: number } {
  const hash = createHash('sha256').update(cid).digest();
  const first = FIRST[hash.readUInt8(0) % FIRST.length] ?? '';
  const second = SECOND[hash.readUInt8(1) % SECOND.length] ?? '';
  const number = hash.readUInt8(2) % 3 === 0 ? String(hash.readUInt8(3) % 100) : '';
  return { name: `${first}${second}${number}`, level: 1 + (hash.readUInt16BE(4) % HIGHEST_LEVEL) };
}
