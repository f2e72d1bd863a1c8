"""From spans to messages: what tracers of all makes log of agents, tools and models, told as who asked whom."""
