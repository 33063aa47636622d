"""Chess by pgx or by PettingZoo, for `batches.py`: prints the steps a second of processor time.

Runs in an environment that has these two, and imports nothing of ours.
"""

import sys
import time

PGX_STEPS, ZOO_STEPS = 10, 1500


def pgx_steps(games: int) -> float:
    """Batches of pgx: random legal moves; masks, observations and new games are a part of its step."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("chess")
    init = jax.jit(jax.vmap(env.init))
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(lambda key, mask: jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=1))
    key = jax.random.PRNGKey(0)
    state = init(jax.random.split(key, games))
    start = 0.0
    for number in range(PGX_STEPS + 2):
        if number == 2:  # the first steps compile
            jax.block_until_ready(state.observation)
            start = time.process_time()
        key, chance, again = jax.random.split(key, 3)
        state = step(state, choose(chance, state.legal_action_mask), jax.random.split(again, games))
    jax.block_until_ready(state.observation)
    return PGX_STEPS * games / (time.process_time() - start)


def zoo_steps(_: int) -> float:
    """PettingZoo's chess: random legal moves by its mask, and a new game where one is over."""
    import numpy as np
    from pettingzoo.classic import chess_v6

    env = chess_v6.env()
    env.reset(seed=1)
    chance = np.random.default_rng(1)
    start = time.process_time()
    for _ in range(ZOO_STEPS):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            continue
        env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    return ZOO_STEPS / (time.process_time() - start)


if __name__ == "__main__":
    print({"pgx": pgx_steps, "pettingzoo": zoo_steps}[sys.argv[1]](int(sys.argv[2])))
