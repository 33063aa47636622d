"""How Alembic reaches the database: by the connection, in a transaction already, that the store hands it."""

from alembic import context

from fairyring.web.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
context.run_migrations()
