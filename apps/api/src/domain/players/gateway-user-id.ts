/** The player's stable id at gateways, made from our own rows, never from the browser. */
export function gatewayUserId(player: {
  readonly project: string;
  readonly player_id: number;
}): string {
  return `${player.project}_${player.player_id}`;
}
