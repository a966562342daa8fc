/*
 * npm run data: renews the files about the real world and prints what changes for people.
 * docs/data.md describes them.
 */
import './build-address-rules.ts'
import './build-time-zones.ts'
